# Completes the words of 'agents', with a description beside each.
function __agents_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] __complete "$current" $words[2..-1] 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path "$current"
            case ':folders'
                __fish_complete_directories "$current" ''
            case '*'
                echo $line
        end
    end
end
complete -c agents -f -a '(__agents_complete)'
