/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef SM_FOLDER_H
#define SM_FOLDER_H

/* Removes a folder and all below it, without following links. Gives 0, or -1 and errno. */
int sm_folder_remove(const char *path);

#endif
