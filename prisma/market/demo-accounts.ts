/** The people one can sign in as in the demo market. Their password is known to everybody who can read this. */

export const DEMO_PASSWORD = 'guildhall-demo'

export const DEMO_EMAILS = ['user@demo.local', 'publisher@demo.local', 'admin@demo.local'] as const
