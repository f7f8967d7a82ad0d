/** Origins of the simulated deployment. Nothing listens there: requests are passed to a backend process. */
export const simulatedOrigins = { siteOrigin: 'http://localhost:3000', backendUrl: 'http://127.0.0.1:4000' } as const;
