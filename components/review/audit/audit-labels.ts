/** Unknown actions are shown by their own name. */

// biome-ignore format: table
const VERBS: Record<string, string> = {
  'version.submit':      'submitted',
  'version.publish':     'published privately',
  'version.withdraw':    'withdrew',
  'version.approve':     'approved',
  'version.ask_changes': 'requested changes to',
  'version.reject':      'rejected',
  'version.comment':     'commented on',
  'version.deprecate':   'deprecated',
  'version.yank':        'took down',
  'restriction.hide':    'hid',
  'restriction.suspend': 'suspended',
  'restriction.lift':    'lifted the restriction of',
  'report.make':         'reported',
  'report.close':        'answered a report on',
  'publisher.claim':     'claimed the handle',
  'publisher.verify':    'verified the publisher',
  'publisher.unverify':  'removed the verified mark from',
  'skill_set.create':    'created the SkillSet',
  'skill_set.delete':    'deleted the SkillSet',
  'install.add':         'installed',
  'install.upgrade':     'changed an installation to',
  'install.remove':      'uninstalled',
  'config.save':         'saved settings of',
  'config.delete':       'deleted settings of',
  'organisation.create': 'created the organisation',
  'organisation.delete': 'deleted the organisation',
  'organisation.rename': 'renamed',
  'organisation.retention': 'changed the retention of',
  'organisation.free-runs': 'deleted inputs and outputs of old runs in',
  'organisation.limits': 'changed the limits of',
  'settings.change':    'changed the setting',
  'member.invite':       'created an invitation to',
  'member.join':         'joined',
  'member.role':         'changed a role in',
  'member.remove':       'removed a member from',
  'member.leave':        'left',
  'invitation.revoke':   'revoked an invitation to',
  'key.create':          'created the API key',
  'key.revoke':          'revoked the API key',
  'key.revoke_all':      'revoked every API key of',
  'key.bind':            'changed the toolset of the API key',
  'key.connect':         'connected',
  'plan.run':            'ran the plan',
  'plan.confirm':        'confirmed the plan',
  'plan.cancel':         'cancelled the plan',
  'plan.resume':         'resumed the plan',
  'plan.delete':         'deleted the plan',
  'plan.policy':         'changed the plan policy of',
  'automation.create':   'created the automation',
  'automation.change':   'changed the automation',
  'automation.delete':   'deleted the automation',
  'vault.forget':        'permanently deleted',
  'toolset.create':      'created the toolset',
  'toolset.add':         'added a skill to the toolset',
  'toolset.agree':       'agreed to a change in the toolset',
  'webhook.add':         'added the webhook',
  'webhook.remove':      'removed the webhook',
  'wallet.cap':          'changed the daily cap of',
  'wallet.move':         'moved earnings to the wallet of',
  'person.make_admin':   'gave the admin role to',
  'person.take_admin':   'removed the admin role from',
  'person.delete':       'deleted the account',
  'person.add_totp':     'added an authenticator app to',
  'person.remove_totp':  'removed the authenticator app from',
  'person.remove_factor': 'removed the second factor from',
  'person.add_passkey':  'added a passkey to',
  'person.remove_passkey': 'removed a passkey from',
  'person.lock':         'suspended the account',
  'person.unlock':       'lifted the suspension of the account',
  'person.end_sessions': 'ended every session of',
  'person.reset_link':   'created a reset link for',
  'person.reset_mail':   'mailed a reset link to',
  'person.change_email': 'changed their email address to',
  'mail.retry':          'sent again the mail',
  'master_key.rotate':   're-encrypted everything with the',
}

export function actionVerb(action: string): string {
  return VERBS[action] ?? action
}

export function actionLabel(action: string): string {
  const verb = actionVerb(action)
  return verb === action ? action : verb.charAt(0).toUpperCase() + verb.slice(1)
}

export function reasonOf(data: Record<string, unknown>): string | undefined {
  return [data.reason, data.notice, data.note].find(
    (text): text is string => typeof text === 'string' && text !== '',
  )
}
