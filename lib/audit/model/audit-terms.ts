/** The actions and subjects of the audit log. They are stored, and admins filter by them, so each has one spelling. */

export const AUDIT_SUBJECTS = [
  'automation',
  'integration',
  'key',
  'mail',
  'master_key',
  'money',
  'organisation',
  'person',
  'plan',
  'plan_run',
  'provider',
  'publisher',
  'settings',
  'skill_set',
  'toolset',
  'vault',
  'version',
  'webhook',
] as const

export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]

// biome-ignore format: a line for each subject
export const AUDIT_ACTIONS = [
  'automation.create', 'automation.change', 'automation.delete', 'automation.pause_all',
  'config.save', 'config.delete',
  'install.add', 'install.upgrade', 'install.remove',
  'integration.connect', 'integration.disconnect', 'integration.allow', 'integration.withdraw',
  'invitation.revoke',
  'key.create', 'key.mint', 'key.confirm_spending', 'key.refuse_spending', 'key.connect', 'key.bind', 'key.revoke', 'key.revoke_all',
  'mail.retry',
  'master_key.rotate',
  'member.invite', 'member.join', 'member.role', 'member.remove', 'member.leave',
  'organisation.create', 'organisation.rename', 'organisation.delete', 'organisation.limits', 'organisation.retention', 'organisation.free_runs',
  'own_host.add', 'own_host.remove',
  'person.sign_in', 'person.make_admin', 'person.take_admin', 'person.lock', 'person.unlock', 'person.end_sessions', 'person.delete',
  'person.add_totp', 'person.remove_totp', 'person.add_passkey', 'person.remove_passkey', 'person.remove_factor',
  'person.link_sign_in', 'person.unlink_sign_in', 'person.first_proof',
  'person.reset_mail', 'person.reset_link', 'person.change_email',
  'plan.run', 'plan.confirm', 'plan.approve', 'plan.refuse', 'plan.cancel', 'plan.resume', 'plan.delete', 'plan.policy',
  'provider.add', 'provider.change', 'provider.remove',
  'publisher.claim', 'publisher.rename', 'publisher.verify', 'publisher.unverify', 'publisher.profile',
  'quarantine.begin', 'quarantine.lift',
  'recall.propose', 'recall.confirm', 'recall.withdraw', 'recall.rotate',
  'report.make', 'report.close',
  'restriction.hide', 'restriction.suspend', 'restriction.lift',
  'settings.change',
  'skill_set.create', 'skill_set.delete', 'skill_set.rename', 'skill_set.embed_sites', 'skill_set.answer_secret',
  'test_config.save', 'test_config.share', 'test_config.use', 'recording.keep', 'recording.delete',
  'toolset.create', 'toolset.delete', 'toolset.add', 'toolset.remove', 'toolset.agree',
  'transfer.offer', 'transfer.accept', 'transfer.decline', 'transfer.cancel',
  'trust.add', 'trust.remove',
  'vault.forget',
  'version.stage', 'version.discard', 'version.approve', 'version.ask_changes', 'version.reject', 'version.withdraw',
  'version.submit', 'version.comment', 'version.answer_finding', 'version.publish', 'version.deprecate', 'version.yank', 'version.undeprecate', 'version.restore', 'version.resume',
  'money.grant', 'money.payout', 'money.refund', 'money.decline_payout', 'money.decline_credit',
  'wallet.cap', 'wallet.move', 'wallet.payee', 'wallet.request_payout', 'wallet.withdraw_payout',
  'webhook.add', 'webhook.remove',
] as const

export type AuditAction = (typeof AUDIT_ACTIONS)[number]
