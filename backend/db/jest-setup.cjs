// Each file starts a store of its own, beside others that do the same.
jest.setTimeout(60_000);
