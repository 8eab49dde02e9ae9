// SPDX-License-Identifier: GPL-2.0
/*
 * I2C bus 1 with devices that take everything and a tape: /dev/i2c-1, /dev/tape-i2c.
 * (Stock i2c-stub knows SMBus only.)
 *   at=0x3c,0x3d   where a device answers; a read of it gives the byte of the parameter "says"
 *   gone=1         none answers: the cable is out
 *   failing=N      the next N transfers fail
 *   wrong=NUMBER   the errno of both; 121 (EREMOTEIO) is what the Pi's drivers make of a NACK
 *   hz=400000      a transfer lasts as long as on a bus of this clock; 0: no time at all
 */
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/i2c.h>
#include <linux/math64.h>
#include "tape.h"

static ushort at[8] = { 0x3c, 0x3d };
static int ats = 2;
module_param_array(at, ushort, &ats, 0644);
static bool gone;
module_param(gone, bool, 0644);
static uint failing;
module_param(failing, uint, 0644);
static uint wrong = EREMOTEIO;
module_param(wrong, uint, 0644);
static uint hz = 400000;
module_param(hz, uint, 0644);
static uint says;
module_param(says, uint, 0644);

static bool answers(u16 address)
{
	int i;

	for (i = 0; i < ats && !gone; i++)
		if (at[i] == address)
			return true;
	return false;
}

static int transfer(struct i2c_adapter *bus, struct i2c_msg *messages, int count)
{
	u64 bits = 0, lasts_us;
	int i;

	if (failing) {
		failing--;
		return -(int)wrong;
	}
	for (i = 0; i < count; i++) {
		struct i2c_msg *message = &messages[i];

		if (!answers(message->addr))
			return -(int)wrong;
		if (message->flags & I2C_M_RD)
			memset(message->buf, says, message->len);
		else
			tape_note(message->addr, hz, message->buf, message->len);
		bits += 9ULL * (message->len + 1) + 2; /* each byte acknowledged; start, stop */
	}
	if (hz) {
		lasts_us = div_u64(1000000ULL * bits, hz);
		usleep_range(lasts_us, lasts_us + 50);
	}
	return count;
}

static u32 can(struct i2c_adapter *bus)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm way = { .master_xfer = transfer, .functionality = can };
static struct i2c_adapter bus = {
	.owner = THIS_MODULE, .algo = &way, .name = "tape-i2c", .nr = 1,
};

static int __init begin(void)
{
	int broken = tape_begin("tape-i2c");

	if (broken)
		return broken;
	broken = i2c_add_numbered_adapter(&bus);
	if (broken)
		tape_end();
	return broken;
}

static void __exit end(void)
{
	i2c_del_adapter(&bus);
	tape_end();
}
module_init(begin);
module_exit(end);
MODULE_DESCRIPTION("An I2C bus that is written down");
MODULE_LICENSE("GPL");
