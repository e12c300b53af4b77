/** The shells there is completion for. */
export const shells = ['bash', 'zsh', 'fish'] as const;

/** One of the shells. */
export type Shell = (typeof shells)[number];

/**
 * What a shell has to be told. Each asks `gdn __complete -- WORDS`, which prints a candidate a line, its meaning after a tab; the line
 * `:files` asks for names of files.
 */
export const shellScripts: Readonly<Record<Shell, string>> = {
  bash: `# bash completion of gdn. To use it: eval "$(gdn completion bash)"
_gdn() {
  local current=\${COMP_WORDS[COMP_CWORD]} line
  COMPREPLY=()
  # What stands before the last = or : is no part of the word that bash replaces.
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
    else
      COMPREPLY+=("\${line%%$'\\t'*}")
    fi
  done < <("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _gdn gdn`,
  zsh: `#compdef gdn
# zsh completion of gdn. To use it: eval "$(gdn completion zsh)", or put this into a file _gdn of your fpath.
_gdn() {
  local line
  local -a candidates
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      _files
    else
      candidates+=("\${\${line//:/\\\\:}/$'\\t'/:}")
    fi
  done < <("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#candidates} )) && _describe gdn candidates
}
if [[ \${funcstack[1]} == _gdn ]]; then
  _gdn "$@"
else
  (( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit; }
  compdef _gdn gdn
fi`,
  fish: `# fish completion of gdn. To use it: gdn completion fish | source
function __gdn_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] __complete -- $words[2..-1] 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c gdn -f -a '(__gdn_complete)'`,
};
