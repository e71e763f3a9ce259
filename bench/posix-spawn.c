/*
 * The floor under the floor of calls: what the system takes to run `true` with both outputs read to their ends, without Node.js.
 * Reads lines of two numbers, of which the first says how many times; answers each with a line of JSON, as spawn-loop.ts does.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

/* Both pipes are at their ends when everybody who could write has closed them. */
static void read_to_end(int out, int err) {
  char bytes[4096];
  struct pollfd pipes[2] = {{out, POLLIN, 0}, {err, POLLIN, 0}};
  for (int open = 2; open > 0;) {
    if (poll(pipes, 2, -1) < 0) fail("poll");
    for (int i = 0; i < 2; i++) {
      if (pipes[i].revents == 0 || read(pipes[i].fd, bytes, sizeof bytes) > 0) continue;
      close(pipes[i].fd);
      pipes[i].fd = -1;
      open--;
    }
  }
}

static void run_true(void) {
  int out[2], err[2];
  pid_t child;
  char *argv[] = {"true", NULL};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  if (pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC)) fail("pipe2");
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  posix_spawn_file_actions_adddup2(&actions, err[1], 2);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  if (posix_spawnp(&child, argv[0], &actions, &attributes, argv, environ)) fail("posix_spawnp");
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(out[1]);
  close(err[1]);
  read_to_end(out[0], err[0]);
  if (waitpid(child, NULL, 0) < 0) fail("waitpid");
}

int main(void) {
  int times, in_flight;
  while (scanf("%d %d", &times, &in_flight) == 2) {
    double started = milliseconds(), before = started;
    printf("{\"samples\":[");
    for (int i = 0; i < times; i++) {
      run_true();
      double now = milliseconds();
      printf("%s%f", i == 0 ? "" : ",", now - before);
      before = now;
    }
    printf("],\"total\":%f}\n", milliseconds() - started);
    fflush(stdout);
  }
  return 0;
}
