# Dumps the database, and keeps the last seven dumps.
mkdir -p dumps
dump_database > "dumps/$(date +%F).sql" || exit 1
ls dumps | sort -r | sed 1,7d | while read -r old; do rm "dumps/$old"; done
