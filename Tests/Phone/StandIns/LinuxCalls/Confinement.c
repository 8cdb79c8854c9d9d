#define _GNU_SOURCE
#include "Confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// linux/landlock.h may be older than the kernel.
#ifndef LANDLOCK_ACCESS_FS_REFER
#define LANDLOCK_ACCESS_FS_REFER (1ULL << 13)
#endif
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

static uint64_t known_accesses(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return 0;
  uint64_t accesses = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
  if (version >= 2) accesses |= LANDLOCK_ACCESS_FS_REFER;
  if (version >= 3) accesses |= LANDLOCK_ACCESS_FS_TRUNCATE;
  return accesses;
}

int linux_confinement_begin(void) {
  uint64_t accesses = known_accesses();
  if (accesses == 0) {
    errno = ENOSYS;
    return -1;
  }
  // The first field alone, so that an older kernel takes it.
  uint64_t rules = accesses;
  return (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
}

int linux_confinement_allow(int rules, const char *path, int writable) {
  int parent = open(path, O_PATH | O_CLOEXEC);
  if (parent < 0) return errno == ENOENT ? 0 : -1;
  struct stat status;
  int result = fstat(parent, &status);
  if (result == 0) {
    uint64_t accesses = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE;
    if (writable) accesses |= LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE;
    if (S_ISDIR(status.st_mode)) {
      accesses |= LANDLOCK_ACCESS_FS_READ_DIR;
      if (writable) accesses = UINT64_MAX;
    }
    struct landlock_path_beneath_attr rule = {
        .allowed_access = accesses & known_accesses(), .parent_fd = parent};
    result = (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  int error = errno;
  close(parent);
  errno = error;
  return result;
}

int linux_confinement_enforce(int rules) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return (int)syscall(SYS_landlock_restrict_self, rules, 0);
}

int linux_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }
