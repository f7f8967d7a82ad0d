'use client';

/** React Hook Form's context of the `<Form>`, for components that read or set its values. */
export { useFormContext } from 'react-hook-form';
