/** Writes the scripts with which shells complete the words of the front end. The scripts ask it, so they need no update. */
import type { SHELLS } from "./complete.ts";

/** The hidden command that the scripts run: it prints the completions of its last word. */
export const COMPLETE_COMMAND = "__complete";

/** Names in a script. */
export interface CompletedProgram {
  /** The command whose words are completed. */
  readonly name: string;
  /** The words that start the front end, quoted for a shell. */
  readonly program: string;
}

/** Returns the script of a shell. Ends with a line feed. */
export function writeCompletionScript(shell: (typeof SHELLS)[number], { name, program }: CompletedProgram): string {
  const id = `_climax_${name.replaceAll(/\W/g, "_")}`;
  switch (shell) {
    case "bash":
      return bashScript({ name, program, id });
    case "zsh":
      return zshScript({ name, program, id });
    case "fish":
      return fishScript({ name, program, id });
  }
}

interface ScriptNames extends CompletedProgram {
  /** The name of the function. */
  readonly id: string;
}

function bashScript({ name, program, id }: ScriptNames): string {
  return `# Completion of ${name} for bash: source <(${program} completion bash)
${id}() {
  local current=\${COMP_WORDS[COMP_CWORD]} kind word prefix= at
  local -a words=() found=()
  # Bash splits words at \`=\` and \`:\`, so they are joined again.
  for ((at = 1; at <= COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    if ((\${#words[@]} > 0)) && [[ $word == [=:]* || \${words[-1]} == *[=:] ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
  done
  [[ $current == [=:]* ]] && current=
  prefix=\${words[-1]%"$current"}
  mapfile -t found < <(${program} ${COMPLETE_COMMAND} -- "\${words[@]}" 2>/dev/null)
  kind=\${found[0]:-files}
  COMPREPLY=()
  for word in "\${found[@]:1}"; do
    COMPREPLY+=("\${word#"$prefix"}")
  done
  if [[ $kind == files ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
  elif [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *= ]]; then
    compopt -o nospace 2>/dev/null
  fi
}
complete -F ${id} ${name}
`;
}

function zshScript({ name, program, id }: ScriptNames): string {
  return `#compdef ${name}
# Completion of ${name} for zsh: source <(${program} completion zsh), after compinit
${id}() {
  local -a found
  found=("\${(@f)$(${program} ${COMPLETE_COMMAND} -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  (( \${#found} > 1 )) && compadd -- "\${(@)found[2,-1]}"
  [[ \${found[1]} == files ]] && _files
}
compdef ${id} ${name}
`;
}

function fishScript({ name, program, id }: ScriptNames): string {
  return `# Completion of ${name} for fish: ${program} completion fish | source
function ${id}
    set -l words (commandline -opc)[2..-1] (commandline -ct)
    set -l found (${program} ${COMPLETE_COMMAND} -- $words 2>/dev/null)
    for word in $found[2..-1]
        echo $word
    end
    if test "$found[1]" = files
        __fish_complete_path (commandline -ct)
    end
end
complete -c ${name} -f -a "(${id})"
`;
}
