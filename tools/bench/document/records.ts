import type { PerformanceRecords } from '../records';
import backend from '../results/backend.json';
import bills from '../results/bills.json';
import cluster from '../results/cluster.json';
import clone from '../results/clone.json';
import page from '../results/page.json';
import server from '../results/server.json';
import soak from '../results/soak.json';
import start from '../results/start.json';
import weight from '../results/weight.json';

/** The records of the last benchmarks. */
export const records: PerformanceRecords = { weight, page, server, backend, bills, start, clone, soak, cluster };
