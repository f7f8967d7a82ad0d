import { measureBills } from './parts/bills';
import { readOptions } from './options';
const { options } = readOptions(process.argv.slice(2));
console.log(JSON.stringify(await measureBills(options)));
process.exit();
