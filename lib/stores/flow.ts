/** What is kept of a call that failed. `message` is ready to be shown, `call` is the call's label. Specification, section 8. */
export interface ErrorDetail {
  readonly message: string;
  readonly call?: string;
  readonly code?: string;
}

/** How far a call has come: under way, then its response or its error. */
export interface Flow<Response> {
  readonly isFetching: boolean;
  readonly response: Response | null;
  readonly error: ErrorDetail | null;
}

/** The three actions of a call. Specification, section 4: started, then completed or error. */
export interface FlowActions<Response> {
  started(): void;
  completed(response: Response): void;
  failed(error: ErrorDetail): void;
}

export const idleFlow = { isFetching: false, response: null, error: null } as const;

/** Makes a call's actions over the place in the state that holds it. A response stays in view while it is asked for again or fails to come. */
export function flowActions<Response>(
  read: () => Flow<Response>,
  write: (flow: Flow<Response>) => void,
): FlowActions<Response> {
  return {
    started: () => write({ ...read(), isFetching: true, error: null }),
    completed: (response) => write({ isFetching: false, response, error: null }),
    failed: (error) => write({ ...read(), isFetching: false, error }),
  };
}
