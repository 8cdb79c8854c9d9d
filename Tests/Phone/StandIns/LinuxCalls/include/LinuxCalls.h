#ifndef LINUX_CALLS_H
#define LINUX_CALLS_H

#include <stddef.h>
#include <stdint.h>

#include "Confinement.h"

// System calls that Swift's Glibc module does not show: they need _GNU_SOURCE or a macro that Swift
// cannot import. Each is the plain call and nothing more: -1 and errno, as the manual page says.

struct linux_status {
  uint64_t inode;
  uint64_t device;
  int64_t size;
  int64_t modified_seconds, changed_seconds, created_seconds;
  uint32_t modified_nanoseconds, changed_nanoseconds, created_nanoseconds;
  uint32_t links;
  uint16_t mode;
  uint8_t has_created;
};

/// statx(2), the last link not followed; an empty name asks about the descriptor itself.
int linux_status(int directory, const char *name, struct linux_status *status);

/// name_to_handle_at(2): the inode number, and what the file system itself tells two lives of it apart by, folded to
/// 64 bits.
int linux_file(int directory, const char *name, uint64_t *file);

/// renameat2(2) with RENAME_NOREPLACE.
int linux_rename_exclusive(int from_directory, const char *from, int to_directory, const char *to);

/// renameat2(2) with RENAME_EXCHANGE.
int linux_rename_exchange(int from_directory, const char *from, int to_directory, const char *to);

/// ioctl_ficlone(2).
int linux_clone(int destination, int source);

/// lseek(2) with SEEK_DATA and SEEK_HOLE.
int64_t linux_seek_data(int descriptor, int64_t offset);
int64_t linux_seek_hole(int descriptor, int64_t offset);

/// ioctl(2) FS_IOC_SETFLAGS: clears the immutable and append-only flags of an open file.
int linux_clear_flags(int descriptor);

/// fchmodat(2) that does not follow a link.
int linux_change_mode(int directory, const char *name, uint32_t mode);

int64_t linux_list_attributes(int descriptor, char *names, size_t size);
int64_t linux_get_attribute(int descriptor, const char *name, void *value, size_t size);
int linux_set_attribute(int descriptor, const char *name, const void *value, size_t size);
int linux_remove_attribute(int descriptor, const char *name);

#endif
