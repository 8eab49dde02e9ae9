// SPDX-License-Identifier: GPL-2.0
/*
 * SPI bus 0 with two places and a tape on it: /dev/spidev0.0, /dev/spidev0.1, /dev/tape-spi.
 * What is clocked out comes back (MOSI is tied to MISO). A transfer lasts as long as on a wire.
 *   failing=N   the next N transfers end with EIO
 */
#include <linux/delay.h>
#include <linux/math64.h>
#include <linux/platform_device.h>
#include <linux/spi/spi.h>
#include <linux/version.h>
#include "tape.h"

#define PLACES 2

static uint failing;
module_param(failing, uint, 0644);

static struct platform_device *board;

static u32 place_of(struct spi_device *device)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 3, 0)
	return spi_get_chipselect(device, 0);
#else
	return device->chip_select;
#endif
}

static int one_transfer(struct spi_controller *bus, struct spi_device *device,
			struct spi_transfer *transfer)
{
	u64 lasts_us = 0;

	if (failing) {
		failing--;
		return -EIO;
	}
	if (transfer->tx_buf)
		tape_note(place_of(device), transfer->speed_hz, transfer->tx_buf, transfer->len);
	if (transfer->rx_buf && transfer->tx_buf)
		memcpy(transfer->rx_buf, transfer->tx_buf, transfer->len);
	else if (transfer->rx_buf)
		memset(transfer->rx_buf, 0, transfer->len);
	if (transfer->speed_hz)
		lasts_us = div_u64(8000000ULL * transfer->len, transfer->speed_hz);
	if (lasts_us)
		usleep_range(lasts_us, lasts_us + 50);
	return 0;
}

static int __init begin(void)
{
	/* spidev binds by a name of its list; which one does not matter */
	struct spi_board_info info = { .modalias = "dh2228fv", .max_speed_hz = 125000000 };
	struct spi_controller *bus;
	int wrong = tape_begin("tape-spi");

	if (wrong)
		return wrong;
	board = platform_device_register_simple("tape-spi", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(board)) {
		wrong = PTR_ERR(board);
		goto no_board;
	}
	bus = devm_spi_alloc_master(&board->dev, 0);
	if (!bus) {
		wrong = -ENOMEM;
		goto no_bus;
	}
	bus->bus_num = 0;
	bus->num_chipselect = PLACES;
	bus->mode_bits = SPI_MODE_X_MASK | SPI_CS_HIGH | SPI_LSB_FIRST | SPI_NO_CS;
	bus->bits_per_word_mask = SPI_BPW_RANGE_MASK(8, 32);
	bus->transfer_one = one_transfer;
	wrong = devm_spi_register_controller(&board->dev, bus);
	if (wrong)
		goto no_bus;
	for (info.chip_select = 0; info.chip_select < PLACES; info.chip_select++)
		if (!spi_new_device(bus, &info))
			pr_warn("tape-spi: place %u stays empty\n", info.chip_select);
	return 0;
no_bus:
	platform_device_unregister(board);
no_board:
	tape_end();
	return wrong;
}

static void __exit end(void)
{
	platform_device_unregister(board);
	tape_end();
}
module_init(begin);
module_exit(end);
MODULE_DESCRIPTION("An SPI bus that is written down");
MODULE_LICENSE("GPL");
