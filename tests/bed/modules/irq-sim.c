// SPDX-License-Identifier: GPL-2.0+
/*
 * The kernel's own irq_sim.c (fetched, not kept here) as a module: gpio-sim needs it, and Debian's
 * kernel is built without. A module may not call irq_to_desc() and handle_simple_irq(); together
 * they do here what generic_handle_irq() does with the number.
 */
#include <linux/irq.h>
#include <linux/irqdesc.h>
#include <linux/irqdomain.h>
#include <linux/module.h>

#define irq_to_desc(number) (number)
#define handle_simple_irq(number) generic_handle_irq(number)
#include "irq_sim.c"
MODULE_LICENSE("GPL");
