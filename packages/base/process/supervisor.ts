/**
 * What both supervisors have in common. A supervisor is a bash that waits on its stdin for commands, one at a time, and gives each its own
 * stdout and stderr to write to. It says that it is ready by one byte on stdout. A command is a mark and a launch text, each ended by NUL. When the command has ended and nothing
 * it started is left, the mark is written after its output, followed on stdout by the exit code in three digits.
 *
 * `set -m` gives each command a process group: `kill 0` in a command ends the command and not its supervisor. What bash itself says of
 * killed commands is for nobody, so its own stderr goes nowhere.
 */
const frame = (run: string, setUp: string): string => `
set -m
exec 5>&2 2>/dev/null
${setUp}
printf +
while IFS= read -r -d '' mark && IFS= read -r -d '' launch; do
  ${run}
  printf '%s%03d' "$mark" "$status"
  printf '%s' "$mark" >&5
done
sweep
`;

/**
 * The supervisor inside a sandbox: all that is there but the sandbox's first process and itself belongs to the command.
 * It looks until nothing is left, since a killed process may still be writing. Where the machine runs out of memory, it is the first to go.
 */
export const sandboxSupervisor = (tasks: number): string =>
  frame(
    `( eval "$launch" ) </dev/null 2>&5 5>&-
  status=$?
  sweep`,
    `ulimit -u ${tasks}
echo 1000 >/proc/self/oom_score_adj
sweep() {
  while set -- /proc/[0-9]*; (( $# > 2 )); do kill -9 -1; done
}`,
  );

/**
 * The supervisor without a sandbox: what the command started are its descendants, also those that left their session, because orphans
 * come to the supervisor (it is started as a subreaper). SIGTERM, which it gets when our process dies, ends them all. What is dead but not
 * waited for does not count: bash may not get to that while it handles the signal.
 */
export const bareSupervisor = frame(
  `( eval "$launch" ) </dev/null 2>&5 5>&- &
  job=$!
  wait "$job"
  status=$?
  sweep`,
  `descendants() {
  local file pid child state
  local -a queue=($$) children
  found=()
  while (( \${#queue[@]} > 0 )); do
    pid=\${queue[0]}
    queue=("\${queue[@]:1}")
    for file in /proc/$pid/task/*/children; do
      children=()
      read -r -a children <"$file"
      for child in "\${children[@]}"; do
        read -r -d '' state <"/proc/$child/stat"
        state=\${state##*) }
        [[ $state == [ZX]* ]] && continue
        found+=("$child")
        queue+=("$child")
      done
    done
  done
}
sweep() {
  [[ -e /proc/$$/task/$$/children ]] || { kill -9 -- "-$job"; return; }
  while descendants; (( \${#found[@]} > 0 )); do
    kill -STOP "\${found[@]}"
    kill -9 "\${found[@]}"
  done
}
trap 'sweep; exit' TERM`,
);
