#ifndef LINUX_CALLS_H
#define LINUX_CALLS_H
int linux_calls_placeholder(void);
#endif
