'use client'

import { LogIn } from 'lucide-react'
import { useTransition } from 'react'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { attemptAction } from '../ui/use-action.ts'

type ExternalProvider = { id: string; name: string }

type Props = {
  providers: ExternalProvider[]
  next: string
  /** The words before the provider's name. */
  labelPrefix?: string
  /** Sent to the provider, such as `prompt=login`, by which an OpenID Connect provider asks for the password again. */
  parameters?: Record<string, string>
}

export function ProviderButtons({ providers, ...rest }: Props) {
  return providers.map((provider) => <ProviderButton key={provider.id} provider={provider} {...rest} />)
}

type ButtonProps = Omit<Props, 'providers'> & { provider: ExternalProvider }

function ProviderButton({
  provider: { id, name },
  next,
  labelPrefix = 'Continue with',
  parameters,
}: ButtonProps) {
  const [pending, start] = useTransition()

  function signInWithProvider() {
    start(async () => {
      const result = await attemptAction(async () => {
        // Imported here, because on the server the import fails without NEXTAUTH_URL.
        const { signIn } = await import('next-auth/react')
        await signIn(id, { callbackUrl: next }, parameters)
      })
      if (!result.ok) toast.error(result.error.message)
    })
  }

  return (
    <Button variant="outline" className="w-full" pending={pending} onClick={signInWithProvider}>
      {id === 'github' ? <GitHubMark /> : <LogIn aria-hidden />}
      {labelPrefix} {name}
    </Button>
  )
}

function GitHubMark() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" fill="currentColor">
      <path d="M8 0a8 8 0 0 0-2.53 15.59c.4.07.55-.17.55-.38v-1.34c-2.23.48-2.7-1.07-2.7-1.07-.36-.93-.89-1.17-.89-1.17-.73-.5.05-.49.05-.49.8.06 1.23.83 1.23.83.71 1.22 1.87.87 2.33.66.07-.52.28-.87.5-1.07-1.77-.2-3.64-.89-3.64-3.95 0-.87.31-1.59.82-2.15-.08-.2-.36-1.02.08-2.12 0 0 .67-.21 2.2.82a7.6 7.6 0 0 1 4 0c1.53-1.03 2.2-.82 2.2-.82.44 1.1.16 1.92.08 2.12.51.56.82 1.28.82 2.15 0 3.07-1.87 3.75-3.65 3.95.29.25.54.73.54 1.48v2.19c0 .21.15.46.55.38A8 8 0 0 0 8 0Z" />
    </svg>
  )
}
