# The console's pages for members, Teamspaces, tags and API keys.

## Members

members-title = Members
members-intro = Everyone who works in this Team, and what each of them may do.
members-search = Search by name or email
members-invite = Invite someone
members-column-name = Name
members-column-role = Role
members-column-status = Status
members-column-spaces = Teamspaces
members-column-actions = Actions
members-you = (you)
members-status-active = Active
members-status-invited = Invited
members-none-found = Nobody of this name or address.
members-count = { $count ->
    [one] { $count } member
   *[other] { $count } members
}
members-role-owner = Owner
members-role-admin = Admin
members-role-integration-manager = Integration Manager
members-role-member = Member
members-role-guest = Guest
members-role-help-owner = May do everything, and is the only one who hands the Team over.
members-role-help-admin = Manages the Team: its settings, members, Portals and packages.
members-role-help-integration-manager = Sends packages and manages cloud connections, webhooks, filters and own API keys.
members-role-help-member = Sends packages, and makes Portals in own Teamspaces.
members-role-help-guest = Sees only the Portals that someone shares with them.
members-role-field = Role
members-email-field = Email address
members-name-field = Name
members-name-help = Optional. They can change it when they accept.
members-invite-title = Invite someone to { $team }
members-invite-help = They get a mail with a link that is valid for 7 days.
members-invite-send = Send invitation
members-invited-done = Invitation for { $email } is on its way.
members-invite-outbox = If no mail server is set, the invitation waits in the outbox.
members-invite-again = Invite again
members-invited-again-done = { $email } gets a new invitation. The earlier link no longer works.
members-change-role = Change role
members-change-role-title = Change the role of { $name }
members-change-role-save = Change role
members-role-changed-done = { $name } now has the role { $role }.
members-hand-over = Hand the Team over
members-hand-over-title = Hand the Team over to { $name }?
members-hand-over-text = { $name } becomes the Owner of { $team }. You become an Admin. Only { $name } can then undo this.
members-hand-over-confirm = Hand over
members-handed-over-done = { $name } now owns this Team. You are an Admin.
members-remove = Remove from the Team
members-remove-title = Remove { $name }?
members-remove-text = { $name } loses access to { $team } at once, and API keys of theirs are switched off. What they sent and received stays with the Team.
members-remove-confirm = Remove
members-removed-done = { $name } is no longer in the Team.
members-menu = Actions for { $name }
members-spaces-none = None
members-spaces-all = All
members-spaces-count = { $count ->
    [one] { $count } Teamspace
   *[other] { $count } Teamspaces
}

## Teamspaces

spaces-title = Teamspaces
spaces-intro = A Teamspace keeps Portals and packages for some members only. The Owner and Admins see all of them.
spaces-create = Create a Teamspace
spaces-create-title = Create a Teamspace
spaces-name-field = Name
spaces-members-field = Members
spaces-members-help = You can add more people later.
spaces-created-done = The Teamspace { $name } is there.
spaces-empty-title = No Teamspaces yet
spaces-empty-text = A Teamspace is a part of your Team that only some members see, such as one project or one customer.
spaces-empty-text-member = You have not been added to a Teamspace. Ask an Admin of your Team.
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
spaces-renamed-done = The Teamspace is now called { $name }.
spaces-delete-title = Delete the Teamspace { $name }?
spaces-delete-text = This cannot be undone. Its Portals and packages stay with the Team, and everyone in the Team can see them again. Only whoever created a Teamspace can delete it.
spaces-deleted-done = The Teamspace { $name } was deleted.
spaces-members-title = Members
spaces-members-note = The Owner and Admins have access to every Teamspace without being added.
spaces-add-members = Add members
spaces-add-members-title = Add members to { $name }
spaces-add-members-choose = Members to add
spaces-add-members-all-in = Everyone in the Team is in this Teamspace already.
spaces-members-added-done = { $count ->
    [one] { $count } member was added.
   *[other] { $count } members were added.
}
spaces-remove-member = Remove { $name }
spaces-member-removed-done = { $name } was removed from the Teamspace.
spaces-member-unnamed = Member without a name
spaces-no-members = Nobody has been added yet.
spaces-packages-title = Packages
spaces-packages-search = Search packages by name
spaces-packages-empty = No packages in this Teamspace yet.
spaces-packages-none-found = No package of this name.
spaces-package-name = Name
spaces-package-sender = Sender
spaces-package-state = State
spaces-package-created = Created
spaces-package-state-new = Not finished
spaces-package-state-finalized = Available
spaces-package-state-archived = Archived
spaces-package-state-expired = Expired
spaces-page-before = Newer packages
spaces-page-after = Older packages
spaces-page-number = Page { $page }

## Tags

tags-title = Tags
tags-intro = A tag marks packages, so that they are found again. A package has one tag at most.
tags-name-field = New tag
tags-create = Create tag
tags-created-done = The tag { $name } is there.
tags-empty-title = No tags yet
tags-empty-text = Tags mark packages by project, customer or whatever you look for later.
tags-column-name = Tag
tags-column-created = Created
tags-column-packages = Packages
tags-column-actions = Actions
tags-show-sent = Sent packages with { $name }
tags-show-received = Received packages with { $name }
tags-sent-link = Sent
tags-received-link = Received
tags-delete = Delete { $name }
tags-deleted-done = The tag { $name } was deleted.

## API keys

keys-title = API keys
keys-intro = A key lets a program act in this Team with your rights. Give each program a key of its own, so that you can switch it off alone.
keys-create = Create a key
keys-create-title = Create an API key
keys-edit-title = Change { $name }
keys-name-field = Name
keys-name-help = For example the program that will use it.
keys-description-field = Description
keys-expiry-field = Expires
keys-expiry-help = Leave empty for a key that does not expire. A key with an end is safer.
keys-expiry-past = Choose a time in the future.
keys-active-field = Active
keys-active-help = A key that is not active is refused.
keys-scopes-field = Scopes
keys-scopes-all = All
keys-scopes-missing = Choose at least one scope.
keys-scope-read = Read
keys-scope-read-help = See packages, Portals and settings. File content is not included.
keys-scope-send = Send
keys-scope-send-help = Create packages, add files and create links. Anyone with a link can download.
keys-scope-receive = Receive
keys-scope-receive-help = Download files, also while they grow.
keys-scope-manage = Manage
keys-scope-manage-help = Change members, Portals, connections, webhooks and other settings, delete packages, and read the audit record.
keys-created-title = Your new key
keys-created-text = Copy the key now. You will not see it again, because we keep only its fingerprint.
keys-created-label = API key { $name }
keys-created-close = I have stored the key
keys-empty-title = No API keys yet
keys-empty-text = Programs such as the transfer agent need a key to send and fetch packages for you.
keys-column-name = Name
keys-column-state = State
keys-column-expiry = Expires
keys-column-used = Last used
keys-column-created = Created
keys-column-actions = Actions
keys-unnamed = Key without a name
keys-never-expires = Never
keys-never-used = Never
keys-state-active = Active
keys-state-inactive = Switched off
keys-state-suspended = Suspended
keys-state-expired = Expired
keys-suspended-note = This Team is suspended, so its keys are refused and cannot be changed. They return to what they were once the operator of this server reactivates the Team.
keys-switch-on = Switch on
keys-switch-off = Switch off
keys-switched-on-done = { $name } works again.
keys-switched-off-done = { $name } is switched off. Programs that use it are refused from now on.
keys-edit = Change
keys-saved-done = { $name } was saved.
keys-delete-title = Delete { $name }?
keys-delete-text = Programs that use this key stop working at once. This cannot be undone.
keys-deleted-done = { $name } was deleted.
keys-menu = Actions for { $name }
keys-only-device = Only the Owner sees all keys of a Team. Here are the keys that you created in this browser; your others still work, and the Owner can switch them off.
