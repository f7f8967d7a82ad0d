import type { TestBackend } from '../backend/test-backend.fixture';
import { addOperator } from '../backend/operators/keys';
import { sharedKey } from '../backend/operators/model';
import { createOperatorClient, type OperatorClient } from './operator-client';

/** Adds a named operator, and returns a client with the operator's key. */
export async function clientOf(backend: TestBackend, address: string, name: string): Promise<OperatorClient> {
  const added = await addOperator(backend.services, name, sharedKey);
  if (!added.ok) throw new Error(added.error);
  return createOperatorClient({ BACKEND_URL: address, OPERATOR_KEY: added.value.key });
}
