# The console's pages for members, Teamspaces, tags and API keys.

## Members

members-title = Members
members-intro = Everyone in this Team and their roles.
members-search = Search by name or email
members-invite = Invite a member
members-column-name = Name
members-column-role = Role
members-column-status = Status
members-column-spaces = Teamspaces
members-column-actions = Actions
members-you = (you)
members-status-active = Active
members-status-invited = Invited
members-none-found = No members found.
members-count = { $count ->
    [one] { $count } member
   *[other] { $count } members
}
members-role-owner = Owner
members-role-admin = Admin
members-role-integration-manager = Integration Manager
members-role-member = Member
members-role-guest = Guest
members-role-help-owner = Can do everything. Only the Owner can transfer the Team.
members-role-help-admin = Manages the Team’s settings, members, Portals and packages.
members-role-help-integration-manager = Sends packages and manages cloud connections, webhooks, filters and their own API keys.
members-role-help-member = Sends packages and creates Portals in their own Teamspaces.
members-role-help-guest = Sees only Portals shared with them.
members-role-field = Role
members-email-field = Email address
members-name-field = Name
members-name-help = Optional. They can change it when they accept.
members-invite-title = Invite a member to { $team }
members-invite-help = We’ll email them a link that is valid for 7 days.
members-invite-send = Send invitation
members-invited-done = Invitation sent to { $email }.
members-invite-outbox = If there is no mail server, copy the invitation from the email log.
members-invite-again = Resend invitation
members-invited-again-done = New invitation sent to { $email }. The previous link no longer works.
members-change-role = Change role
members-change-role-title = Change the role of { $name }
members-change-role-save = Change role
members-role-changed-done = { $name } is now { $role }.
members-hand-over = Transfer Team
members-hand-over-title = Transfer the Team to { $name }?
members-hand-over-text = { $name } becomes the Owner of { $team }, and you become an Admin. Only { $name } can undo this.
members-hand-over-confirm = Transfer Team
members-handed-over-done = { $name } now owns this Team. You are an Admin.
members-remove = Remove from Team
members-remove-title = Remove { $name }?
members-remove-text = { $name } loses access to { $team } immediately, and their API keys are turned off. Packages they sent and received stay with the Team.
members-remove-confirm = Remove from Team
members-removed-done = { $name } was removed from the Team.
members-menu = Actions for { $name }
members-spaces-none = None
members-spaces-all = All
members-spaces-count = { $count ->
    [one] { $count } Teamspace
   *[other] { $count } Teamspaces
}

## Teamspaces

spaces-title = Teamspaces
spaces-intro = A Teamspace limits Portals and packages to some members. The Owner and Admins see all of them.
spaces-create = Create Teamspace
spaces-create-title = Create Teamspace
spaces-name-field = Name
spaces-members-field = Members
spaces-members-help = You can add more people later.
spaces-created-done = Teamspace { $name } created.
spaces-empty-title = No Teamspaces yet
spaces-empty-text = Use a Teamspace for a project or customer that only some members should see.
spaces-empty-text-member = You are not in any Teamspace. Ask an Admin of your Team to add you.
spaces-column-name = Name
spaces-column-members = Members
spaces-members-count = { $count ->
    [0] No members
    [one] { $count } member
   *[other] { $count } members
}
spaces-menu = Actions for { $name }
spaces-rename = Rename
spaces-rename-title = Rename { $name }
spaces-renamed-done = Teamspace renamed to { $name }.
spaces-delete-title = Delete the Teamspace { $name }?
spaces-delete-text = This cannot be undone. Its Portals and packages stay with the Team, and everyone in the Team can see them again. Only the person who created a Teamspace can delete it.
spaces-deleted-done = Teamspace { $name } deleted.
spaces-members-title = Members
spaces-members-note = The Owner and Admins have access to every Teamspace without being added.
spaces-add-members = Add members
spaces-add-members-title = Add members to { $name }
spaces-add-members-choose = Members to add
spaces-add-members-all-in = Everyone in the Team is already in this Teamspace.
spaces-members-added-done = { $count ->
    [one] { $count } member added.
   *[other] { $count } members added.
}
spaces-remove-member = Remove { $name }
spaces-member-removed-done = { $name } was removed from the Teamspace.
spaces-member-unnamed = Member without a name
spaces-no-members = No members yet.
spaces-packages-title = Packages
spaces-packages-search = Search packages by name
spaces-packages-empty = No packages in this Teamspace yet.
spaces-packages-none-found = No packages found.
spaces-package-name = Name
spaces-package-sender = Sender
spaces-package-state = Status
spaces-package-created = Created
spaces-package-state-new = Uploading
spaces-package-state-finalized = Ready
spaces-package-state-archived = Archived
spaces-package-state-expired = Expired
spaces-page-before = Newer packages
spaces-page-after = Older packages
spaces-page-number = Page { $page }

## Tags

tags-title = Tags
tags-intro = Use tags to group packages. Each package can have one tag.
tags-name-field = New tag
tags-create = Create tag
tags-created-done = Tag { $name } created.
tags-empty-title = No tags yet
tags-empty-text = For example, tag packages by project or customer.
tags-column-name = Tag
tags-column-created = Created
tags-column-packages = Packages
tags-column-actions = Actions
tags-show-sent = Sent packages with { $name }
tags-show-received = Received packages with { $name }
tags-sent-link = Sent
tags-received-link = Received
tags-delete = Delete { $name }
tags-deleted-done = Tag { $name } deleted.

## API keys

keys-title = API keys
keys-intro = A key lets a program act in this Team with your permissions. Create one key per program, so you can revoke it separately.
keys-create = Create key
keys-create-title = Create API key
keys-edit-title = Edit { $name }
keys-name-field = Name
keys-name-help = For example, the program that will use it.
keys-description-field = Description
keys-expiry-field = Expires
keys-expiry-help = Leave empty for a key that never expires. Keys that expire are safer.
keys-expiry-past = Select a time in the future.
keys-active-field = Active
keys-active-help = Requests with an inactive key are refused.
keys-scopes-field = Scopes
keys-scopes-all = All
keys-scopes-missing = Select at least one scope.
keys-scope-read = Read
keys-scope-read-help = See packages, Portals and settings. File content is not included.
keys-scope-send = Send
keys-scope-send-help = Create packages, add files and create links. Anyone with a link can download.
keys-scope-receive = Receive
keys-scope-receive-help = Download files, including files that are still being uploaded.
keys-scope-manage = Manage
keys-scope-manage-help = Change members, Portals, connections, webhooks and other settings, delete packages, and read the audit log.
keys-created-title = Your new key
keys-created-text = Copy the key now. It won’t be shown again.
keys-created-label = API key { $name }
keys-created-close = I’ve saved the key
keys-empty-title = No API keys yet
keys-empty-text = Programs such as the Tonnage agent need a key to send and download packages for you.
keys-column-name = Name
keys-column-state = Status
keys-column-expiry = Expires
keys-column-used = Last used
keys-column-created = Created
keys-column-actions = Actions
keys-unnamed = Unnamed key
keys-never-expires = Never
keys-never-used = Never
keys-state-active = Active
keys-state-inactive = Off
keys-state-suspended = Suspended
keys-state-expired = Expired
keys-suspended-note = This Team is suspended. Its keys are refused and cannot be changed until the server’s operator reactivates the Team.
keys-switch-on = Turn on
keys-switch-off = Turn off
keys-switched-on-done = { $name } turned on.
keys-switched-off-done = { $name } turned off. Programs that use it are now refused.
keys-edit = Edit
keys-saved-done = { $name } saved.
keys-delete-title = Delete { $name }?
keys-delete-text = Programs that use this key stop working immediately. This cannot be undone.
keys-deleted-done = { $name } deleted.
keys-menu = Actions for { $name }
keys-only-device = Only the Owner sees all keys of a Team. You see the keys that you created in this browser. Your other keys still work, and the Owner can turn them off.
