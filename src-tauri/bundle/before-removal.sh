#!/bin/sh
# Runs before a package is removed: dpkg passes "remove", rpm the number of versions that will be left. Data of users
# isn't deleted, only named.
set -e
case "$1" in
remove | 0)
	cat <<-'END'
		What Assay remembers stays: for each user, the library and the settings in
		~/.local/share/app.assay.desktop, and the keys in the keychain.
		"assay --remove-data" removes all of it, as long as Assay is installed.
	END
	;;
esac
