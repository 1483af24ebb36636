# Copies the uploads to the other disk.
rsync -a uploads/ /mnt/backup/uploads/
