import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

/*
 * Loaded into a server before its own code: SIGUSR2 begins a profile of its processor time, and the next one writes it to PROFILE_FILE.
 */
const session = new Session();
let isRunning = false;
process.on('SIGUSR2', () => void (isRunning ? end() : begin()));

async function begin() {
  isRunning = true;
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 500 });
  await session.post('Profiler.start');
}

async function end() {
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  isRunning = false;
  writeFileSync(process.env['PROFILE_FILE'] ?? '', JSON.stringify(profile));
}
