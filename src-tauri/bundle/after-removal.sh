#!/bin/sh
# Runs after an .rpm is removed, and is told how many versions are left. Tauri's packages have files only: the folder of
# our own would stay.
if [ "$1" -eq 0 ]; then
	rmdir /usr/share/licenses/assay
fi
