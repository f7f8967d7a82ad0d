// Each file starts its own store, beside others that do the same.
jest.setTimeout(60_000);
