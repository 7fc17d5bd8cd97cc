/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Capabilities: the images that QUERY_HCA_CAP returns, the only description of what the device can
 * do.
 */
#ifndef SOFTMLX5_CAPS_H
#define SOFTMLX5_CAPS_H

#include "base/device.h"
#include "base/gid.h"
#include "prm_hca_cap.h"
#include "prm_query_hca_cap.h"

#define SM_CAP_BYTES 4096
#define SM_CAP_TYPES 64		/* capability types are below this number */

struct sm_caps {
	/*
	 * By capability type; NULL: the device doesn't know the type. What is in force; @most has
	 * what it started with, of types that SET_HCA_CAP has changed.
	 */
	uint8_t *image[SM_CAP_TYPES], *most[SM_CAP_TYPES];
	/* The general capabilities, as image[PRM_HCA_CAP_TYPE_GENERAL] has them. */
	const struct prm_cmd_hca_cap *general;
	/* Names and versions of a model. */
	uint16_t pci_device, pci_subsystem;
	char board_id[32];
	uint16_t fw_major, fw_minor, fw_sub;
	uint32_t time_limit;	/* ms, of each time that a device announces; 0: none */
	bool sig_errors_of_card;	/* see sm_sig_error_of_card() */
	/* Features that older kernels lack; mlx5_ib and ib_uverbs have them since this version. */
	struct {
		bool no_mkey_update_tag;	/* 6.1: UPDATE_TAG of signature keys */
		bool no_sqd2rts;		/* 5.14: a QP leaves SQD */
		bool no_destroy;		/* 4.19: objects of an unplugged device */
	} kernel;
};

/*
 * The capabilities of a preset, or of a file with the same syntax ("name = value" lines, names as
 * in generated/layout.map, such as sig_crc32c or crypto_cap.aes_xts; # starts a comment; `include
 * NAME`), changed by @fields ("name=value"). NULL and a message in @error (of @size bytes) with
 * place, cause and remedy. The launcher uses it too, to report a mistake before the command starts.
 */
struct sm_caps *sm_caps_load(const char *name, char *const *fields, char *error, size_t size);
/* Is this the name of a preset, and not of a file? */
bool sm_caps_is_preset(const char *name);
/* Names of the presets, in alphabetical order; NULL after the last one. */
const char *sm_caps_preset_name(unsigned int i);
void sm_caps_free(struct sm_caps *caps);

/* The capabilities of a type, in force or the most that can be set; NULL: the device has none. */
const uint8_t *sm_caps_image(const struct sm_caps *caps, uint32_t type, bool is_most);
/*
 * Puts capabilities of a type in force that the device has; @len bytes, the rest stays. NULL, or what
 * is wrong: a number is larger than the device's.
 */
const char *sm_caps_put(struct sm_caps *caps, uint32_t type, const uint8_t *image, size_t len);
/* Restores the capabilities of the start. */
void sm_caps_reset(struct sm_caps *caps);

/* Entries of a port's P_Key table, which libibverbs reads in sysfs. */
static inline uint32_t sm_caps_pkeys(const struct sm_caps *caps)
{
	const uint32_t code = prm_cmd_hca_cap_get_pkey_table_size(caps->general);

	return code > 5 ? 0 : 128u << code;
}

/* Entries of a port's GID table. */
static inline uint32_t sm_caps_gids(const struct sm_caps *caps)
{
	const uint32_t code = prm_cmd_hca_cap_get_gid_table_size(caps->general);

	return code > 4 ? 0 : 8u << code;
}

static inline bool sm_caps_is_ethernet(const struct sm_caps *caps)
{
	return prm_cmd_hca_cap_get_port_type(caps->general) == PRM_CAP_PORT_TYPE_ETHERNET;
}

static inline bool sm_dev_is_ethernet(const struct sm_dev *dev)
{
	return sm_caps_is_ethernet(dev->caps);
}

/* Entry @index of the port's GID table; see gid.h. */
static inline enum sm_gid_type sm_dev_gid(const struct sm_dev *dev, unsigned int index,
					  uint8_t gid[SM_GID_SIZE])
{
	return sm_gid(dev->lid, sm_dev_is_ethernet(dev), index, gid);
}

/* The clock in CQEs: ticks of device_frequency_khz since sm_now() was 0. */
static inline uint64_t sm_dev_ticks(const struct sm_dev *dev, uint64_t ns)
{
	const uint64_t khz = prm_cmd_hca_cap_get_device_frequency_khz(dev->caps->general);

	return ns / 1000000 * khz + ns % 1000000 * khz / 1000000;
}

#endif
