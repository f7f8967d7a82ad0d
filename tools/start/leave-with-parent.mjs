/*
 * Loaded into each server before its own code: when the process that started it is gone without a word
 * (killed, crashed), the server drains and leaves too, and does not keep its port.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
