mkdir logs
gunzip -c system.journal.gz > logs/system.journal
