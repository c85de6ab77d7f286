#!/bin/sh
# Runs before a package is removed: dpkg passes "remove", rpm the number of versions that will be left. Data of users
# isn't deleted, only named.
set -e
case "$1" in
remove | 0)
	cat <<-'END'
		Assay data isn't deleted. Each user keeps the library and the settings in
		~/.local/share/app.assay.Assay, and the keys in the keychain.
		To delete it, run "assay --remove-data" while Assay is still installed.
	END
	;;
esac
