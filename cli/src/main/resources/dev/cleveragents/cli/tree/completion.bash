# Completes the words of 'agents'; file names where it offers nothing.
_complete_agents() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :*) ;;
      *) COMPREPLY+=("${line%%$'\t'*}") ;;
    esac
  done < <("${COMP_WORDS[0]}" __complete "${COMP_WORDS[COMP_CWORD]}" \
    "${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)
}
complete -o bashdefault -o default -F _complete_agents agents
