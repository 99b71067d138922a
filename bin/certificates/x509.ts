/**
 * @peculiar/x509, loaded.
 *
 * Its classes are decorated for a container that insists on reflect-metadata. None of them has anything injected, so
 * there is nothing to be remembered, and three functions that remember nothing are enough.
 */
for (const name of ['getMetadata', 'getOwnMetadata', 'defineMetadata'])
  if (!(name in Reflect)) Object.assign(Reflect, { [name]: () => undefined })

export const x509 = await import('@peculiar/x509')
x509.cryptoProvider.set(crypto)
