#!/bin/sh
# Runs after an .rpm is removed, with the number of versions that are left. Tauri's packages list files only, so our own
# folder would stay.
if [ "$1" -eq 0 ]; then
	rmdir /usr/share/licenses/assay
fi
