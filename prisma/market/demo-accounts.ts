/** Demo accounts. Their password is public. */

export const DEMO_PASSWORD = 'guildhall-demo'

export const DEMO_EMAILS = ['user@demo.local', 'publisher@demo.local', 'admin@demo.local'] as const
