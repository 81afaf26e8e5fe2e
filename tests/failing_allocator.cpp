// Preloaded, this makes chosen allocations of a process fail: fail_allocations(first, count) lets the first to come
// succeed and then fails `count` of them; count_allocations() tells how many came since.

#include <dlfcn.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <new>

namespace {

std::atomic<long> seen{0}, from{0}, until{0};

/// Whether the system asks, as for a new thread: where that fails, the loader or a sanitizer ends the process.
bool is_system(const void* caller) {
  Dl_info info;
  if (dladdr(caller, &info) == 0) return false;
  return std::strstr(info.dli_fname, "/ld-linux") != nullptr || std::strstr(info.dli_fname, "/libc.so") != nullptr;
}

bool fails(const void* caller) {
  const long place = seen.fetch_add(1);
  return place >= from && place < until && !is_system(caller);
}

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

// dlsym may itself allocate before malloc is known.
alignas(16) char first_memory[1 << 14];
std::size_t first_used = 0;
bool looking_up = false;

bool is_first_memory(const void* pointer) {
  return pointer >= first_memory && pointer < first_memory + sizeof first_memory;
}

void* take_first_memory(std::size_t size) {
  void* taken = first_memory + first_used;
  first_used += (size + 15) / 16 * 16;
  return taken;
}

struct Allocator {
  void* (*malloc)(std::size_t);
  void* (*calloc)(std::size_t, std::size_t);
  void* (*realloc)(void*, std::size_t);
  int (*posix_memalign)(void**, std::size_t, std::size_t);
  void (*free)(void*);
};

Allocator& allocator() {
  static Allocator found{};
  if (found.free == nullptr && !looking_up) {
    looking_up = true;
    found = {next<decltype(found.malloc)>("malloc"), next<decltype(found.calloc)>("calloc"),
             next<decltype(found.realloc)>("realloc"), next<decltype(found.posix_memalign)>("posix_memalign"),
             next<decltype(found.free)>("free")};
    looking_up = false;
  }
  return found;
}

void* or_error(void* pointer) {
  if (pointer == nullptr) errno = ENOMEM;
  return pointer;
}

void* allocate_or_throw(std::size_t size, std::size_t alignment);

}  // namespace

extern "C" {

void fail_allocations(long first, long count) {
  from = until = 0;
  seen = 0;
  until = first + count;
  from = first;
}

long count_allocations() { return seen; }

void* malloc(std::size_t size) {
  if (allocator().malloc == nullptr) return take_first_memory(size);
  return or_error(fails(__builtin_return_address(0)) ? nullptr : allocator().malloc(size));
}

void* calloc(std::size_t count, std::size_t size) {
  if (allocator().calloc == nullptr) return take_first_memory(count * size);
  return or_error(fails(__builtin_return_address(0)) ? nullptr : allocator().calloc(count, size));
}

void* realloc(void* pointer, std::size_t size) {
  if (is_first_memory(pointer)) return std::memcpy(malloc(size), pointer, size);
  return or_error(fails(__builtin_return_address(0)) ? nullptr : allocator().realloc(pointer, size));
}

int posix_memalign(void** pointer, std::size_t alignment, std::size_t size) {
  return fails(__builtin_return_address(0)) ? ENOMEM : allocator().posix_memalign(pointer, alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  void* pointer = nullptr;
  return or_error(posix_memalign(&pointer, alignment, size) == 0 ? pointer : nullptr);
}

void free(void* pointer) {
  if (!is_first_memory(pointer)) allocator().free(pointer);
}

}  // extern "C"

namespace {

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  void* pointer =
      alignment <= alignof(std::max_align_t) ? malloc(size == 0 ? 1 : size) : aligned_alloc(alignment, size);
  if (pointer == nullptr) throw std::bad_alloc();
  return pointer;
}

}  // namespace

void* operator new(std::size_t size) { return allocate_or_throw(size, 1); }
void* operator new[](std::size_t size) { return allocate_or_throw(size, 1); }
void* operator new(std::size_t size, std::align_val_t to) { return allocate_or_throw(size, std::size_t(to)); }
void* operator new[](std::size_t size, std::align_val_t to) { return allocate_or_throw(size, std::size_t(to)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return malloc(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return malloc(size); }
void operator delete(void* pointer) noexcept { free(pointer); }
void operator delete[](void* pointer) noexcept { free(pointer); }
void operator delete(void* pointer, std::size_t) noexcept { free(pointer); }
void operator delete[](void* pointer, std::size_t) noexcept { free(pointer); }
void operator delete(void* pointer, std::align_val_t) noexcept { free(pointer); }
void operator delete[](void* pointer, std::align_val_t) noexcept { free(pointer); }
void operator delete(void* pointer, std::size_t, std::align_val_t) noexcept { free(pointer); }
void operator delete[](void* pointer, std::size_t, std::align_val_t) noexcept { free(pointer); }
