/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A tape: what was written on a bus, message by message, read from a character device.
 * A message is a head (struct tape_head, packed, little endian here) and its bytes. When the
 * tape is full messages are left out and counted in the parameter "dropped".
 */
#ifndef TABLE_TAPE_H
#define TABLE_TAPE_H
#include <linux/ktime.h>
#include <linux/kfifo.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/spinlock.h>
#include <linux/wait.h>

#define TAPE_BYTES (1 << 20)

struct tape_head {
	u64 at_ns;	/* CLOCK_MONOTONIC */
	u32 length;	/* bytes that follow */
	u32 where;	/* i2c: address; spi: chip select */
	u32 hz;		/* the clock that was asked for */
} __packed;

static struct kfifo tape;
static DEFINE_SPINLOCK(tape_lock);
static DECLARE_WAIT_QUEUE_HEAD(tape_news);
static uint dropped;
module_param(dropped, uint, 0444);

static void tape_note(u32 where, u32 hz, const void *bytes, u32 length)
{
	struct tape_head head = {
		.at_ns = ktime_get_ns(), .length = length, .where = where, .hz = hz,
	};
	unsigned long flags;

	spin_lock_irqsave(&tape_lock, flags);
	if (kfifo_avail(&tape) < sizeof(head) + length) {
		dropped++;
	} else {
		kfifo_in(&tape, (const unsigned char *)&head, sizeof(head));
		kfifo_in(&tape, (const unsigned char *)bytes, length);
	}
	spin_unlock_irqrestore(&tape_lock, flags);
	wake_up_interruptible(&tape_news);
}

static ssize_t tape_read(struct file *file, char __user *to, size_t room, loff_t *at)
{
	unsigned int copied = 0;
	int wrong;

	if (kfifo_is_empty(&tape) && (file->f_flags & O_NONBLOCK))
		return -EAGAIN;
	wrong = wait_event_interruptible(tape_news, !kfifo_is_empty(&tape));
	if (!wrong)
		wrong = kfifo_to_user(&tape, to, room, &copied);
	return wrong ? wrong : copied;
}

static const struct file_operations tape_ops = { .owner = THIS_MODULE, .read = tape_read };
static struct miscdevice tape_device = { .minor = MISC_DYNAMIC_MINOR, .fops = &tape_ops };

static int tape_begin(const char *name)
{
	int wrong = kfifo_alloc(&tape, TAPE_BYTES, GFP_KERNEL);

	if (wrong)
		return wrong;
	tape_device.name = name;
	wrong = misc_register(&tape_device);
	if (wrong)
		kfifo_free(&tape);
	return wrong;
}

static void tape_end(void)
{
	misc_deregister(&tape_device);
	kfifo_free(&tape);
}
#endif
