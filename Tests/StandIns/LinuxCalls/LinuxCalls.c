#include "LinuxCalls.h"
int linux_calls_placeholder(void) { return 0; }
