/** Where the simulated deployment says that it is. Nothing listens there: what is sent to it is brought to a backend by hand. */
export const simulatedOrigins = { siteOrigin: 'http://localhost:3000', backendUrl: 'http://127.0.0.1:4000' } as const;
