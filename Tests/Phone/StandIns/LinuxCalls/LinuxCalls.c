#define _GNU_SOURCE
#include "LinuxCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

int linux_status(int directory, const char *name, struct linux_status *status) {
  struct statx found;
  // The flag for an empty name makes the kernel copy each name once more.
  int empty = name[0] == 0 ? AT_EMPTY_PATH : 0;
  if (statx(directory, name, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | empty,
            STATX_BASIC_STATS | STATX_BTIME, &found) != 0)
    return -1;
  status->inode = found.stx_ino;
  status->device = ((uint64_t)found.stx_dev_major << 32) | found.stx_dev_minor;
  status->size = (int64_t)found.stx_size;
  status->modified_seconds = found.stx_mtime.tv_sec;
  status->modified_nanoseconds = found.stx_mtime.tv_nsec;
  status->changed_seconds = found.stx_ctime.tv_sec;
  status->changed_nanoseconds = found.stx_ctime.tv_nsec;
  status->created_seconds = found.stx_btime.tv_sec;
  status->created_nanoseconds = found.stx_btime.tv_nsec;
  status->has_created = (found.stx_mask & STATX_BTIME) != 0;
  status->links = found.stx_nlink;
  status->mode = found.stx_mode;
  return 0;
}

int linux_file(int directory, const char *name, uint64_t *file) {
  struct {
    struct file_handle handle;
    unsigned char bytes[MAX_HANDLE_SZ];
  } found;
  memset(&found, 0, sizeof found);
  found.handle.handle_bytes = MAX_HANDLE_SZ;
  int mount;
  if (name_to_handle_at(directory, name, &found.handle, &mount, AT_EMPTY_PATH) != 0) return -1;
  // FNV-1a.
  uint64_t folded = 14695981039346656037u;
  for (unsigned i = 0; i < found.handle.handle_bytes; i++)
    folded = (folded ^ found.handle.f_handle[i]) * 1099511628211u;
  *file = folded;
  return 0;
}

int linux_rename_exclusive(int from_directory, const char *from, int to_directory, const char *to) {
  return renameat2(from_directory, from, to_directory, to, RENAME_NOREPLACE);
}

int linux_rename_exchange(int from_directory, const char *from, int to_directory, const char *to) {
  return renameat2(from_directory, from, to_directory, to, RENAME_EXCHANGE);
}

int linux_clone(int destination, int source) { return ioctl(destination, FICLONE, source); }

int64_t linux_seek_data(int descriptor, int64_t offset) {
  return lseek64(descriptor, offset, SEEK_DATA);
}

int64_t linux_seek_hole(int descriptor, int64_t offset) {
  return lseek64(descriptor, offset, SEEK_HOLE);
}

int linux_clear_flags(int descriptor) {
  int flags = 0;
  if (ioctl(descriptor, FS_IOC_GETFLAGS, &flags) != 0) return -1;
  if ((flags & (FS_IMMUTABLE_FL | FS_APPEND_FL)) == 0) return 0;
  flags &= ~(FS_IMMUTABLE_FL | FS_APPEND_FL);
  return ioctl(descriptor, FS_IOC_SETFLAGS, &flags);
}

int linux_change_mode(int directory, const char *name, uint32_t mode) {
  return fchmodat(directory, name, mode, AT_SYMLINK_NOFOLLOW);
}

int64_t linux_list_attributes(int descriptor, char *names, size_t size) {
  return flistxattr(descriptor, names, size);
}

int64_t linux_get_attribute(int descriptor, const char *name, void *value, size_t size) {
  return fgetxattr(descriptor, name, value, size);
}

int linux_set_attribute(int descriptor, const char *name, const void *value, size_t size) {
  return fsetxattr(descriptor, name, value, size, 0);
}

int linux_remove_attribute(int descriptor, const char *name) {
  return fremovexattr(descriptor, name);
}
