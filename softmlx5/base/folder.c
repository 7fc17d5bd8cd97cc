// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The removal of the launcher's private folder.
 */
#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"

static int sm_remove_below(int parent, const char *name)
{
	int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *folder = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;

	if (!folder)
		return unlinkat(parent, name, 0);
	while ((entry = readdir(folder)))
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
			sm_remove_below(fd, entry->d_name);
	closedir(folder);
	return unlinkat(parent, name, AT_REMOVEDIR);
}

int sm_folder_remove(const char *path)
{
	return sm_remove_below(AT_FDCWD, path);
}
