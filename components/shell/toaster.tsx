'use client'

import type { CSSProperties } from 'react'
import { Toaster as Sonner } from 'sonner'

// sonner's colour variables; the site's own follow light and dark.
const colours = {
  '--normal-bg': 'var(--popover)',
  '--normal-text': 'var(--popover-foreground)',
  '--normal-border': 'var(--border)',
  '--border-radius': 'var(--radius)',
} as CSSProperties

export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      style={colours}
      toastOptions={{
        classNames: {
          toast: 'font-sans! shadow-lg!',
          description: 'text-muted-foreground!',
          success: '[&_[data-icon]]:text-success',
          error: '[&_[data-icon]]:text-destructive',
          warning: '[&_[data-icon]]:text-warning',
          info: '[&_[data-icon]]:text-info',
          actionButton: 'bg-primary! text-primary-foreground!',
        },
      }}
    />
  )
}
