#ifndef CONFINEMENT_H
#define CONFINEMENT_H

/// landlock(7): begins a set of rules that forbids every access to files it knows of. A descriptor, or -1
/// and errno where the kernel has no Landlock.
int linux_confinement_begin(void);

/// Allows reading and executing, and with `writable` everything, below a path (or of a file). A path that
/// is not there is no error.
int linux_confinement_allow(int rules, const char *path, int writable);

/// Puts the rules in force for this process and its children, for good.
int linux_confinement_enforce(int rules);

/// prctl(2): this process dies when the one that started it does.
int linux_die_with_parent(void);

#endif
