import type { PerformanceRecords } from '../records';
import backend from '../results/backend.json';
import clone from '../results/clone.json';
import page from '../results/page.json';
import profile from '../results/profile.json';
import server from '../results/server.json';
import soak from '../results/soak.json';
import start from '../results/start.json';
import weight from '../results/weight.json';

/** What the benches have written down. */
export const records: PerformanceRecords = { weight, page, server, profile, backend, start, clone, soak };
