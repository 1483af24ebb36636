#compdef agents
# Completes the words of 'agents', with a description beside each.
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
_agents() {
  local line
  local -a candidates shown
  while IFS= read -r line; do
    case $line in
      :files) _files; return ;;
      :folders) _files -/; return ;;
    esac
    candidates+=("${line%%$'\t'*}")
    shown+=("${line/$'\t'/  -- }")
  done < <("${words[1]}" __complete "${(Q)words[CURRENT]}" "${(@Q)words[2,CURRENT-1]}" 2>/dev/null)
  (( $#candidates )) && compadd -l -d shown -a candidates
}
compdef _agents agents
