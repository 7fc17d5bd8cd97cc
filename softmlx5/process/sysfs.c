// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The sysfs tree of the devices; see sysfs.h. The launcher's part.
 */
#include <errno.h>
#include <limits.h>
#include <net/if_arp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <rdma/rdma_user_cm.h>

#include "base/caps.h"
#include "base/gid.h"
#include "base/membership.h"
#include "kernel/netdev.h"
#include "kernel/uverbs.h"
#include "process/sysfs.h"

#define SM_PCI_VENDOR 0x15b3
#define SM_PCI_RESOURCES 13
#define SM_PCI_ROOT "sysfs/devices/pci" SM_PCI_DOMAIN ":00"

/* The folder of a device in the tree, and what is written there. */
struct sm_sysfs {
	struct sm_tree *tree;
	const struct sm_caps *caps;
	unsigned int index;
	uint16_t lid;
	bool is_ethernet;
	char pci[16];		/* its address on the bus */
};

/*
 * Files and links.
 */

__attribute__((format(printf, 2, 3))) static void sm_tree_fail(struct sm_tree *tree,
							       const char *format, ...)
{
	va_list args;

	if (tree->error[0])
		return;
	va_start(args, format);
	vsnprintf(tree->error, sizeof(tree->error), format, args);
	va_end(args);
}

/* The path of a name; false after a failure. */
static bool sm_tree_path(struct sm_tree *tree, const char *name, char path[PATH_MAX])
{
	if (tree->error[0])
		return false;
	if (snprintf(path, PATH_MAX, "%s/%s", tree->root, name) < PATH_MAX)
		return true;
	sm_tree_fail(tree, "the name of %s is too long", tree->root);
	return false;
}

/* The folders below the root that a file lies in. */
static bool sm_tree_folders(struct sm_tree *tree, char *path)
{
	for (char *slash = path + strlen(tree->root) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		if (mkdir(path, 0700) && errno != EEXIST) {
			sm_tree_fail(tree, "cannot make %s: %s", path, strerror(errno));
			return false;
		}
		*slash = '/';
	}
	return true;
}

void sm_tree_file(struct sm_tree *tree, const char *name, const char *format, ...)
{
	char path[PATH_MAX];
	va_list args;
	FILE *file;

	if (!sm_tree_path(tree, name, path))
		return;
	file = fopen(path, "we");
	if (!file && errno == ENOENT && sm_tree_folders(tree, path))
		file = fopen(path, "we");
	if (!file) {
		sm_tree_fail(tree, "cannot write %s: %s", path, strerror(errno));
		return;
	}
	va_start(args, format);
	vfprintf(file, format, args);
	va_end(args);
	if (fclose(file))
		sm_tree_fail(tree, "cannot write %s: %s", path, strerror(errno));
}

/* A second name of a file. */
static void sm_tree_copy(struct sm_tree *tree, const char *name, const char *copy)
{
	char path[PATH_MAX], copy_path[PATH_MAX];

	if (sm_tree_path(tree, name, path) && sm_tree_path(tree, copy, copy_path) &&
	    link(path, copy_path))
		sm_tree_fail(tree, "cannot make %s: %s", copy_path, strerror(errno));
}

/* A symbolic link below "sysfs/" to another name there. It is relative, as those of the kernel. */
static void sm_tree_link(struct sm_tree *tree, const char *name, const char *target)
{
	char path[PATH_MAX], text[PATH_MAX] = "";

	if (!sm_tree_path(tree, name, path) || !sm_tree_folders(tree, path))
		return;
	for (const char *slash = strchr(name, '/'); (slash = strchr(slash + 1, '/'));)
		strcat(text, "../");
	strcat(text, strchr(target, '/') + 1);
	if (symlink(text, path))
		sm_tree_fail(tree, "cannot make %s: %s", path, strerror(errno));
}

/*
 * The PCI device.
 */

struct sm_name {
	char text[256];
};

/* A name in the device's folder on the bus. */
__attribute__((format(printf, 2, 3))) static struct sm_name sm_pci_name(const struct sm_sysfs *dev,
									 const char *format, ...)
{
	struct sm_name name;
	int len = snprintf(name.text, sizeof(name.text), SM_PCI_ROOT "/%s", dev->pci);
	va_list args;

	va_start(args, format);
	vsnprintf(name.text + len, sizeof(name.text) - (size_t)len, format, args);
	va_end(args);
	return name;
}

#define SM_PCI(file, ...) sm_tree_file(dev->tree, sm_pci_name(dev, "/%s", file).text, __VA_ARGS__)

/* Base addresses and expansion ROM. A card has some; here there is no memory behind them. */
static void sm_pci_resources(const struct sm_sysfs *dev)
{
	char text[1024] = "";

	for (unsigned int i = 0; i < SM_PCI_RESOURCES; i++)
		strcat(text, "0x0000000000000000 0x0000000000000000 0x0000000000000000\n");
	SM_PCI("resource", "%s", text);
}

static void sm_pci_write(const struct sm_sysfs *dev)
{
	const struct sm_caps *caps = dev->caps;
	const unsigned int class = dev->is_ethernet ? 0x00 : 0x07;
	char alias[128], name[128];

	snprintf(alias, sizeof(alias), "pci:v%08Xd%08Xsv%08Xsd%08Xbc02sc%02Xi00", SM_PCI_VENDOR,
		 caps->pci_device, SM_PCI_VENDOR, caps->pci_subsystem, class);
	SM_PCI("modalias", "%s\n", alias);
	SM_PCI("uevent", "DRIVER=mlx5_core\nPCI_CLASS=2%02X00\nPCI_ID=%04X:%04X\n"
	       "PCI_SUBSYS_ID=%04X:%04X\nPCI_SLOT_NAME=%s\nMODALIAS=%s\n", class, SM_PCI_VENDOR,
	       caps->pci_device, SM_PCI_VENDOR, caps->pci_subsystem, dev->pci, alias);
	SM_PCI("vendor", "0x%04x\n", SM_PCI_VENDOR);
	SM_PCI("device", "0x%04x\n", caps->pci_device);
	SM_PCI("subsystem_vendor", "0x%04x\n", SM_PCI_VENDOR);
	SM_PCI("subsystem_device", "0x%04x\n", caps->pci_subsystem);
	SM_PCI("class", "0x02%02x00\n", class);
	SM_PCI("revision", "0x00\n");
	SM_PCI("numa_node", "-1\n");	/* as on a machine without NUMA */
	sm_pci_resources(dev);
	sm_tree_link(dev->tree, sm_pci_name(dev, "/subsystem").text, "sysfs/bus/pci");
	sm_tree_link(dev->tree, sm_pci_name(dev, "/driver").text,
		     "sysfs/bus/pci/drivers/mlx5_core");
	snprintf(name, sizeof(name), "sysfs/bus/pci/devices/%s", dev->pci);
	sm_tree_link(dev->tree, name, sm_pci_name(dev, "%s", "").text);
}

/*
 * The RDMA device.
 */

#define SM_IB(file, ...) \
	sm_tree_file(dev->tree, sm_pci_name(dev, "/infiniband/mlx5_%u/%s", dev->index, file).text, \
		     __VA_ARGS__)

static void sm_ib_guid(const struct sm_sysfs *dev, const char *file)
{
	const uint64_t guid = sm_lid_guid(dev->lid);

	SM_IB(file, "%04x:%04x:%04x:%04x\n", (unsigned int)(guid >> 48),
	      (unsigned int)(guid >> 32 & 0xffff), (unsigned int)(guid >> 16 & 0xffff),
	      (unsigned int)(guid & 0xffff));
}

/* A table of the port: entry 0, the next ones, and equal ones for the rest of it. */
static void sm_port_fill(const struct sm_sysfs *dev, const char *table, unsigned int first,
			 unsigned int n, const char *text)
{
	const struct sm_name free_name = sm_pci_name(dev, "/infiniband/mlx5_%u/ports/1/%s/%u",
						     dev->index, table, first);

	for (unsigned int i = first; i < n; i++) {
		const struct sm_name name = sm_pci_name(dev, "/infiniband/mlx5_%u/ports/1/%s/%u",
							dev->index, table, i);

		if (i == first)
			sm_tree_file(dev->tree, name.text, "%s", text);
		else
			sm_tree_copy(dev->tree, free_name.text, name.text);
	}
}

/* The default P_Key, and free entries. */
static void sm_port_pkeys(const struct sm_sysfs *dev)
{
	const uint32_t n = sm_caps_pkeys(dev->caps);

	if (n)
		SM_IB("ports/1/pkeys/0", "0xffff\n");
	sm_port_fill(dev, "pkeys", 1, n, "0x0000\n");
}

/* Attributes of free entries cannot be read in Linux; here their files are missing. */
static void sm_port_gids(const struct sm_sysfs *dev)
{
	static const char *const types[] = { NULL, "IB/RoCE v1", "IB/RoCE v1", "RoCE v2" };
	const uint32_t n = sm_caps_gids(dev->caps);
	unsigned int i;

	for (i = 0; i < n; i++) {
		uint8_t gid[SM_GID_SIZE];
		enum sm_gid_type type = sm_gid(dev->lid, dev->is_ethernet, i, gid);
		char text[64] = "", name[64];

		if (type == SM_GID_NONE)
			break;
		for (unsigned int k = 0; k < SM_GID_SIZE; k++)
			sprintf(text + strlen(text), k && k % 2 == 0 ? ":%02x" : "%02x", gid[k]);
		snprintf(name, sizeof(name), "ports/1/gids/%u", i);
		SM_IB(name, "%s\n", text);
		snprintf(name, sizeof(name), "ports/1/gid_attrs/types/%u", i);
		SM_IB(name, "%s\n", types[type]);
		snprintf(name, sizeof(name), "ports/1/gid_attrs/ndevs/%u", i);
		if (dev->is_ethernet)
			SM_IB(name, "%s\n", SM_NETDEV);
	}
	sm_port_fill(dev, "gids", i, n, "0000:0000:0000:0000:0000:0000:0000:0000\n");
}

/* The same attributes as those of UVERBS_METHOD_QUERY_PORT. */
static void sm_port_write(const struct sm_sysfs *dev)
{
	SM_IB("ports/1/state", "4: ACTIVE\n");
	SM_IB("ports/1/phys_state", "5: LinkUp\n");
	SM_IB("ports/1/rate", "100 Gb/sec (4X EDR)\n");
	SM_IB("ports/1/link_layer", "%s\n", dev->is_ethernet ? "Ethernet" : "InfiniBand");
	SM_IB("ports/1/lid", "0x%x\n", dev->is_ethernet ? 0u : dev->lid);
	SM_IB("ports/1/lid_mask_count", "0\n");
	SM_IB("ports/1/sm_lid", "0x%x\n", dev->is_ethernet ? 0 : SM_SUBNET_LID);
	SM_IB("ports/1/sm_sl", "0\n");
	SM_IB("ports/1/cap_mask", "0x%08x\n", sm_port_capabilities(dev->is_ethernet));
	sm_port_pkeys(dev);
	sm_port_gids(dev);
}

static void sm_ib_write(const struct sm_sysfs *dev)
{
	char name[128];

	SM_IB("node_type", "1: CA\n");
	SM_IB("node_desc", "softmlx5 mlx5_%u\n", dev->index);
	sm_ib_guid(dev, "node_guid");
	sm_ib_guid(dev, "sys_image_guid");
	SM_IB("board_id", "%s\n", dev->caps->board_id);
	SM_IB("hca_type", "MT%u\n", dev->caps->pci_device);
	SM_IB("hw_rev", "0\n");
	SM_IB("fw_ver", "%u.%u.%04u\n", dev->caps->fw_major, dev->caps->fw_minor, dev->caps->fw_sub);
	sm_port_write(dev);
	sm_tree_link(dev->tree, sm_pci_name(dev, "/infiniband/mlx5_%u/device", dev->index).text,
		     sm_pci_name(dev, "%s", "").text);
	snprintf(name, sizeof(name), "sysfs/class/infiniband/mlx5_%u", dev->index);
	sm_tree_link(dev->tree, name, sm_pci_name(dev, "/infiniband/mlx5_%u", dev->index).text);
}

#define SM_VERBS(file, ...) \
	sm_tree_file(dev->tree, \
		     sm_pci_name(dev, "/infiniband_verbs/uverbs%u/%s", dev->index, file).text, \
		     __VA_ARGS__)

static void sm_verbs_write(const struct sm_sysfs *dev)
{
	const unsigned int minor = SM_NODE_MINOR + dev->index;
	char name[128];

	SM_VERBS("ibdev", "mlx5_%u\n", dev->index);
	SM_VERBS("dev", "%u:%u\n", SM_NODE_MAJOR, minor);
	SM_VERBS("uevent", "MAJOR=%u\nMINOR=%u\nDEVNAME=infiniband/uverbs%u\n", SM_NODE_MAJOR, minor,
		 dev->index);
	SM_VERBS("abi_version", "1\n");
	sm_tree_link(dev->tree,
		     sm_pci_name(dev, "/infiniband_verbs/uverbs%u/device", dev->index).text,
		     sm_pci_name(dev, "%s", "").text);
	snprintf(name, sizeof(name), "sysfs/class/infiniband_verbs/uverbs%u", dev->index);
	sm_tree_link(dev->tree, name,
		     sm_pci_name(dev, "/infiniband_verbs/uverbs%u", dev->index).text);
}

/*
 * The network device of Ethernet, see kernel/netdev.h. What programs can change of it is not here.
 */

#define SM_NET(file, ...) \
	sm_tree_file(dev->tree, sm_pci_name(dev, "/net/%s/%s", name, file).text, __VA_ARGS__)

static void sm_net_write(const struct sm_sysfs *dev)
{
	char name[IF_NAMESIZE], class[128];
	uint8_t mac[SM_MAC_SIZE];

	sm_netdev_text(dev->index, name);
	sm_lid_mac(dev->lid, mac);
	SM_NET("address", "%02x:%02x:%02x:%02x:%02x:%02x\n", mac[0], mac[1], mac[2], mac[3], mac[4],
	       mac[5]);
	SM_NET("ifindex", "%u\n", sm_netdev_index(dev->index));
	SM_NET("dev_id", "0x0\n");
	SM_NET("dev_port", "0\n");
	SM_NET("type", "%u\n", ARPHRD_ETHER);
	SM_NET("carrier", "1\n");
	SM_NET("operstate", "up\n");
	SM_NET("speed", "100000\n");
	SM_NET("duplex", "full\n");
	sm_tree_link(dev->tree, sm_pci_name(dev, "/net/%s/device", name).text,
		     sm_pci_name(dev, "%s", "").text);
	snprintf(class, sizeof(class), "sysfs/class/net/%s", name);
	sm_tree_link(dev->tree, class, sm_pci_name(dev, "/net/%s", name).text);
}

void sm_sysfs_device(struct sm_tree *tree, const struct sm_caps *caps, unsigned int index,
		     uint16_t lid)
{
	struct sm_sysfs dev = {
		.tree = tree, .caps = caps, .index = index, .lid = lid,
		.is_ethernet = sm_caps_is_ethernet(caps),
	};

	snprintf(dev.pci, sizeof(dev.pci), SM_PCI_DOMAIN ":%02x:00.0", index + 1);
	sm_pci_write(&dev);
	sm_ib_write(&dev);
	sm_verbs_write(&dev);
	if (dev.is_ethernet)
		sm_net_write(&dev);
}

void sm_sysfs_common(struct sm_tree *tree)
{
	sm_tree_file(tree, "sysfs/class/infiniband_verbs/abi_version", "6\n");
	sm_tree_file(tree, "sysfs/class/misc/rdma_cm/abi_version", "%d\n",
		     RDMA_USER_CM_ABI_VERSION);
	sm_tree_file(tree, "sysfs/bus/pci/drivers/mlx5_core/module", "%s", "");
}
