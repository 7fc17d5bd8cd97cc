// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Network devices; see netdev.h.
 */
#include <errno.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if_arp.h>
#include <string.h>
#include <sys/ioctl.h>

#include "base/caps.h"
#include "base/device.h"
#include "base/gid.h"
#include "base/guard.h"
#include "kernel/netdev.h"
#include "kernel/uverbs.h"

#define SM_MTU_MIN 68		/* ETH_MIN_MTU of Linux */
#define SM_MTU_MAX 9978		/* what mlx5e has on ConnectX cards */
#define SM_FLAGS_FIXED (IFF_BROADCAST | IFF_MULTICAST | IFF_RUNNING | IFF_UP)
#define SM_FLAGS_FREE (IFF_PROMISC | IFF_ALLMULTI)
#define SM_TX_QUEUE_LENGTH 1000	/* DEFAULT_TX_QUEUE_LEN of Linux */
#define SM_SPEED SPEED_100000	/* 4x EDR, as the port's queries say */

/* What a program has changed of an interface. */
static struct sm_netdev {
	int mtu;		/* 0: the default */
	short flags;		/* of SM_FLAGS_FREE */
} sm_netdevs[SM_MAX_DEVICES];

/* The device of an interface; NULL: there is none, or it has no Ethernet. */
static struct sm_dev *sm_netdev_device(const char *name)
{
	const char *digit = name + strlen(SM_NETDEV_PREFIX);
	struct sm_dev *dev;

	_Static_assert(SM_MAX_DEVICES < 10, "one digit");
	if (strncmp(name, SM_NETDEV_PREFIX, strlen(SM_NETDEV_PREFIX)) || *digit < '0' ||
	    *digit > '9' || digit[1])
		return NULL;
	sm_lock();
	dev = sm_dev_by_index((unsigned int)(*digit - '0'));
	sm_unlock();
	return dev && sm_dev_is_ethernet(dev) ? dev : NULL;
}

unsigned int sm_netdev_find(const char *name)
{
	const struct sm_dev *dev = sm_netdev_device(name);

	return dev ? sm_netdev_index(dev->index) : 0;
}

bool sm_netdev_name(unsigned int index, char name[IF_NAMESIZE])
{
	const unsigned int device = index - sm_netdev_index(0);

	if (device >= SM_MAX_DEVICES)
		return false;
	sm_netdev_text(device, name);
	return sm_netdev_device(name);
}

/*
 * SIOCETHTOOL: commands of ethtool. Each begins with its number.
 */

static int sm_ethtool_driver(const struct sm_dev *dev, void *data)
{
	const struct sm_caps *caps = dev->caps;
	struct ethtool_drvinfo info = {
		.cmd = ETHTOOL_GDRVINFO, .driver = "mlx5_core", .version = "softmlx5",
	};
	char version[128] = "";

	snprintf(version, sizeof(version), "%u.%u.%04u (%s)", caps->fw_major, caps->fw_minor,
		 caps->fw_sub, caps->board_id);
	memcpy(info.fw_version, version, sizeof(info.fw_version) - 1);
	snprintf(info.bus_info, sizeof(info.bus_info), SM_PCI_DOMAIN ":%02x:00.0", dev->index + 1);
	return sm_copy(data, &info, sizeof(info)) ? 0 : -EFAULT;
}

static int sm_ethtool_link(void *data)
{
	const struct ethtool_value value = { .cmd = ETHTOOL_GLINK, .data = 1 };

	return sm_copy(data, &value, sizeof(value)) ? 0 : -EFAULT;
}

/* The command of kernels before 4.5: it has no bit for 100 Gb/s. */
static int sm_ethtool_settings(void *data)
{
	struct ethtool_cmd settings = {
		.cmd = ETHTOOL_GSET, .duplex = DUPLEX_FULL, .port = PORT_DA,
		.autoneg = AUTONEG_ENABLE,
	};

	ethtool_cmd_speed_set(&settings, SM_SPEED);
	return sm_copy(data, &settings, sizeof(settings)) ? 0 : -EFAULT;
}

#define SM_LINK_WORDS 3u	/* of each mask of link modes */

/*
 * The caller says how many words its masks have. If that is another number, the answer is ours,
 * negative, and nothing else.
 */
static int sm_ethtool_link_settings(void *data)
{
	enum { BIT = ETHTOOL_LINK_MODE_100000baseCR4_Full_BIT };
	struct {
		struct ethtool_link_settings head;
		uint32_t supported[SM_LINK_WORDS], advertised[SM_LINK_WORDS],
			 of_partner[SM_LINK_WORDS];
	} answer = { .head = { .cmd = ETHTOOL_GLINKSETTINGS } };
	struct ethtool_link_settings asked;

	if (!sm_copy(&asked, data, sizeof(asked)))
		return -EFAULT;
	if (asked.link_mode_masks_nwords != (int)SM_LINK_WORDS) {
		answer.head.link_mode_masks_nwords = -(int8_t)SM_LINK_WORDS;
		return sm_copy(data, &answer.head, sizeof(answer.head)) ? 0 : -EFAULT;
	}
	answer.head.link_mode_masks_nwords = SM_LINK_WORDS;
	answer.head.speed = SM_SPEED;
	answer.head.duplex = DUPLEX_FULL;
	answer.head.port = PORT_DA;
	answer.head.autoneg = AUTONEG_ENABLE;
	answer.supported[BIT / 32] = answer.advertised[BIT / 32] = UINT32_C(1) << BIT % 32;
	return sm_copy(data, &answer, sizeof(answer)) ? 0 : -EFAULT;
}

/* There are no frames that pause a sender: one that finds no receive waits in the port. */
static int sm_ethtool_pause(void *data)
{
	const struct ethtool_pauseparam pause = { .cmd = ETHTOOL_GPAUSEPARAM };

	return sm_copy(data, &pause, sizeof(pause)) ? 0 : -EFAULT;
}

/* Names of statistics: there are none, as GDRVINFO says. */
static int sm_ethtool_strings(void *data)
{
	struct ethtool_gstrings strings;

	if (!sm_copy(&strings, data, sizeof(strings)))
		return -EFAULT;
	if (strings.string_set != ETH_SS_STATS)
		return -EOPNOTSUPP;
	strings.len = 0;
	return sm_copy(data, &strings, sizeof(strings)) ? 0 : -EFAULT;
}

static int sm_ethtool_statistics(void *data)
{
	const struct ethtool_stats statistics = { .cmd = ETHTOOL_GSTATS };

	return sm_copy(data, &statistics, sizeof(statistics)) ? 0 : -EFAULT;
}

static int sm_ethtool(const struct sm_dev *dev, void *data)
{
	uint32_t command;

	if (!sm_copy(&command, data, sizeof(command)))
		return -EFAULT;
	switch (command) {
	case ETHTOOL_GDRVINFO:
		return sm_ethtool_driver(dev, data);
	case ETHTOOL_GLINK:
		return sm_ethtool_link(data);
	case ETHTOOL_GSET:
		return sm_ethtool_settings(data);
	case ETHTOOL_GLINKSETTINGS:
		return sm_ethtool_link_settings(data);
	case ETHTOOL_GPAUSEPARAM:
		return sm_ethtool_pause(data);
	case ETHTOOL_GSTRINGS:
		return sm_ethtool_strings(data);
	case ETHTOOL_GSTATS:
		return sm_ethtool_statistics(data);
	}
	return -EOPNOTSUPP;
}

/*
 * netdevice(7).
 */

static int sm_netdev_set_mtu(struct sm_netdev *netdev, int mtu)
{
	if (mtu < SM_MTU_MIN || mtu > SM_MTU_MAX)
		return -EINVAL;
	netdev->mtu = mtu;
	return 0;
}

/* The port is always up. */
static int sm_netdev_set_flags(struct sm_netdev *netdev, short flags)
{
	if (!(flags & IFF_UP))
		return -EOPNOTSUPP;
	netdev->flags = (short)(flags & SM_FLAGS_FREE);
	return 0;
}

static int sm_netdev_change(struct sm_netdev *netdev, unsigned long request,
			    const struct ifreq *req)
{
	int err;

	sm_lock();
	err = request == SIOCSIFMTU ? sm_netdev_set_mtu(netdev, req->ifr_mtu) :
				      sm_netdev_set_flags(netdev, req->ifr_flags);
	sm_unlock();
	return err;
}

static void sm_netdev_mac(const struct sm_dev *dev, struct sockaddr *address)
{
	memset(address, 0, sizeof(*address));
	address->sa_family = ARPHRD_ETHER;
	sm_lid_mac(dev->lid, (uint8_t *)address->sa_data);
}

/* Requests that read a property: @req gets it. */
static int sm_netdev_get(const struct sm_dev *dev, unsigned long request, struct ifreq *req)
{
	const struct sm_netdev *netdev = &sm_netdevs[dev->index];

	switch (request) {
	case SIOCGIFINDEX:
		req->ifr_ifindex = (int)sm_netdev_index(dev->index);
		return 0;
	case SIOCGIFFLAGS:
		req->ifr_flags = (short)(SM_FLAGS_FIXED | netdev->flags);
		return 0;
	case SIOCGIFMTU:
		req->ifr_mtu = netdev->mtu ? netdev->mtu : 1500;
		return 0;
	case SIOCGIFHWADDR:
		sm_netdev_mac(dev, &req->ifr_hwaddr);
		return 0;
	case SIOCGIFMETRIC:
		req->ifr_metric = 0;
		return 0;
	case SIOCGIFTXQLEN:
		req->ifr_qlen = SM_TX_QUEUE_LENGTH;
		return 0;
	case SIOCGIFADDR:
	case SIOCGIFDSTADDR:
	case SIOCGIFBRDADDR:
	case SIOCGIFNETMASK:
		return -EADDRNOTAVAIL;
	}
	return -EOPNOTSUPP;
}

static int sm_netdev_request(const struct sm_dev *dev, unsigned long request, void *argument,
			     struct ifreq *req)
{
	int err;

	if (request == SIOCETHTOOL)
		return sm_ethtool(dev, req->ifr_data);
	if (request == SIOCSIFMTU || request == SIOCSIFFLAGS)
		return sm_netdev_change(&sm_netdevs[dev->index], request, req);
	err = sm_netdev_get(dev, request, req);
	return !err && !sm_copy(argument, req, sizeof(*req)) ? -EFAULT : err;
}

/* Requests whose argument is a struct ifreq with the name of an interface. */
static bool sm_is_of_name(unsigned long request)
{
	return request >= SIOCGIFFLAGS && request <= SIOCSMIIREG && request != SIOCGIFCOUNT &&
	       request != SIOCGIFBR && request != SIOCSIFBR;
}

static bool sm_netdev_ioctl_name(void *argument, struct ifreq *req, int *result)
{
	if (!sm_netdev_name((unsigned int)req->ifr_ifindex, req->ifr_name))
		return false;
	*result = sm_copy(argument, req, sizeof(*req)) ? 0 : -EFAULT;
	return true;
}

bool sm_netdev_ioctl(unsigned long request, void *argument, int *result)
{
	const struct sm_dev *dev;
	struct ifreq req;

	if ((request != SIOCGIFNAME && !sm_is_of_name(request)) ||
	    !sm_copy(&req, argument, sizeof(req)))
		return false;
	if (request == SIOCGIFNAME)
		return sm_netdev_ioctl_name(argument, &req, result);
	req.ifr_name[IF_NAMESIZE - 1] = '\0';
	dev = sm_netdev_device(req.ifr_name);
	if (dev)
		*result = sm_netdev_request(dev, request, argument, &req);
	return dev;
}
