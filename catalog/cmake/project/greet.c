#include <stdio.h>

int main(void) {
  return puts(GREETING) < 0;
}
