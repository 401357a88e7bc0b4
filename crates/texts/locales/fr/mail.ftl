# What mails say.

## Words that several mails use

mail-files = { $count ->
    [one] { $count } fichier
   *[other] { $count } fichiers
}
mail-more-files = { $count ->
    [one] et { $count } autre
   *[other] et { $count } autres
}
mail-decimal-mark = ,
mail-size = { $unit ->
    [one-byte] { $number } octet
    [kilobyte] { $number } ko
    [megabyte] { $number } Mo
    [gigabyte] { $number } Go
    [terabyte] { $number } To
    [petabyte] { $number } Po
   *[byte] { $number } octets
}
mail-time = { $day } { $month ->
    [1] janvier
    [2] février
    [3] mars
    [4] avril
    [5] mai
    [6] juin
    [7] juillet
    [8] août
    [9] septembre
    [10] octobre
    [11] novembre
   *[12] décembre
} { $year } à { $clock } UTC
mail-label = { $label } :
mail-name-and-address = { $name } ({ $address })
mail-file-and-size = { $name } ({ $size })
mail-someone = Une personne qui a le lien

mail-preheader = { $files }, { $size }
mail-preheader-until = { $files }, { $size }, disponible jusqu’au { $until }
mail-open-console = Ouvrir la console
mail-open-address = Si le bouton ne fonctionne pas, ouvrez cette adresse :
mail-sender-writes = Message de l’expéditeur
mail-form-says = Réponses au formulaire
mail-from-server = Envoyé par { $name }, le serveur de transfert de fichiers à l’adresse { $address }
mail-answers-to-sender = Les réponses sont envoyées à { $address }.
mail-answers-to-server = Les réponses sont envoyées aux administrateurs du serveur.

mail-fact-package = Envoi
mail-fact-files = Fichiers
mail-fact-size = Taille
mail-fact-until = Disponible jusqu’au
mail-fact-downloads = Téléchargements restants
mail-fact-password = Mot de passe
mail-fact-received = Reçu le
mail-fact-reason = Raison
mail-fact-packages = Envois
mail-fact-ends = Expire le
mail-fact-seen = Vu pour la dernière fois
mail-password-from-sender = Requis. L’expéditeur vous le communique séparément.
mail-password-of-portal = Requis : le mot de passe de téléchargement du portail.

## Packages

mail-package-for-you-subject = { $who } vous a envoyé { $files } ({ $size }) : { $name }
mail-package-for-you-sentence = { $sender } vous a envoyé { $files } ({ $size }).
mail-package-for-you-button = Télécharger
mail-package-for-you-reason = Vous recevez cet e-mail parce que { $sender } a indiqué votre adresse. Ce lien vous est personnel. Ne le partagez pas.

mail-package-received-subject = { $who } a envoyé { $files } ({ $size }) à { $portal } : { $name }
mail-package-received-sentence = { $who } a envoyé { $files } ({ $size }) par le portail { $portal }.
mail-package-received-button = Télécharger
mail-package-received-reason = Vous recevez cet e-mail parce que vous êtes informé des envois au portail { $portal }. Ce lien vous est personnel. Ne le partagez pas.

mail-upload-receipt-subject = { $portal } a reçu { $files } ({ $size })
mail-upload-receipt-sentence = Le portail { $portal } a reçu { $files } ({ $size }).
mail-upload-receipt-reason = Vous recevez cet e-mail parce que quelqu’un a indiqué votre adresse en envoyant ces fichiers. Si ce n’était pas vous, ignorez cet e-mail.

mail-package-sent-subject = { $name } a été envoyé : { $files } ({ $size })
mail-package-sent-to-people = { $count ->
    [one] Votre envoi a été transmis à { $count } destinataire.
   *[other] Votre envoi a été transmis à { $count } destinataires.
}
mail-package-sent-by-link = Votre envoi est prêt. Toute personne ayant un lien peut le télécharger.
mail-package-sent-reason = Vous recevez cet e-mail parce que vous êtes l’expéditeur de cet envoi.

mail-package-ending-subject = { $name } expire le { $until }
mail-package-ending-sentence = Votre envoi { $name } expire le { $until }. Ses fichiers seront alors supprimés.
mail-package-ending-note = Pour le conserver plus longtemps, modifiez son expiration avant cette date.
mail-package-ending-reason = Vous recevez cet e-mail parce que vous êtes l’expéditeur de cet envoi.

mail-download-receipt-subject = { $who } a téléchargé { $name }
mail-download-receipt-sentence = { $who } a téléchargé des fichiers de votre envoi { $name }.
mail-download-receipt-reason = Vous recevez cet e-mail parce que vous êtes l’expéditeur de cet envoi. Nous l’envoyons une fois par lien.

## Accounts

mail-invitation-subject = { $who } vous a invité à rejoindre { $team }
mail-invitation-sentence = { $who } vous a invité à rejoindre l’équipe { $team }.
mail-invitation-note = Le lien fonctionne une seule fois et expire après 7 jours.
mail-invitation-button = Accepter l’invitation
mail-invitation-reason = Vous recevez cet e-mail parce que quelqu’un a indiqué votre adresse. Si vous ne connaissez pas l’expéditeur, ignorez cet e-mail.

mail-password-reset-subject = Réinitialisez votre mot de passe
mail-password-reset-sentence = Quelqu’un a demandé à réinitialiser le mot de passe de votre compte.
mail-password-reset-note = Le lien fonctionne une seule fois et expire après 1 heure.
mail-password-reset-button = Réinitialiser le mot de passe
mail-password-reset-reason = Si ce n’était pas vous, ignorez cet e-mail. Rien n’a changé.

mail-password-changed-subject = Votre mot de passe a été modifié
mail-password-changed-sentence = Le mot de passe de votre compte a été modifié. Vous êtes déconnecté de tous les appareils.
mail-password-changed-reason = Si ce n’était pas vous, réinitialisez tout de suite votre mot de passe sur la page de connexion et prévenez le propriétaire de votre équipe.

mail-otp-guessed-subject = Codes d’authentification incorrects pour votre compte
mail-otp-guessed-sentence = Quelqu’un qui connaît votre mot de passe a saisi trop de codes d’authentification incorrects. Aucun code n’est accepté pendant une heure.
mail-otp-guessed-reason = Si ce n’était pas vous, changez tout de suite votre mot de passe et prévenez le propriétaire de votre équipe.

mail-email-confirmation-subject = Confirmez votre adresse e-mail
mail-email-confirmation-sentence = Quelqu’un souhaite utiliser cette adresse e-mail pour son compte.
mail-email-confirmation-note = Le lien fonctionne une seule fois et expire après 24 heures.
mail-email-confirmation-button = Confirmer l’adresse
mail-email-confirmation-reason = Si ce n’était pas vous, ignorez cet e-mail. Rien n’a changé.

mail-email-changed-subject = Votre adresse e-mail a été modifiée
mail-email-changed-sentence = Vous vous connectez désormais avec { $address }. Cette adresse-ci n’est plus utilisée.
mail-email-changed-reason = Si ce n’était pas vous, prévenez tout de suite le propriétaire de votre équipe.

mail-api-key-created-subject = Nouvelle clé d’API { $key } dans { $team }
mail-api-key-created-sentence = La clé d’API { $key } a été créée dans l’équipe { $team } avec vos droits.
mail-api-key-created-reason = Si ce n’était pas vous, changez votre mot de passe et faites supprimer la clé.

## Faults

mail-connection-failing-subject = La connexion { $connection } de { $team } est en échec
mail-connection-failing-sentence = Un envoi n’a pas pu être transféré par la connexion { $connection }. Toutes les tentatives ont échoué.
mail-connection-failing-note = Corrigez la connexion, puis relancez le transfert.
mail-connection-failing-reason = Vous recevez cet e-mail parce que vous êtes propriétaire ou administrateur de l’équipe { $team }. Nous l’envoyons au plus une fois par jour et par connexion.

mail-import-complete-subject = { $name } : importation depuis { $connection } terminée
mail-import-complete-sentence = Tous les fichiers de { $connection } sont maintenant dans l’envoi { $name } : { $files }, { $size }.
mail-import-complete-reason = Vous recevez cet e-mail parce que votre adresse a été indiquée au lancement de l’importation.

mail-import-failed-subject = { $name } : échec de l’importation depuis { $connection }
mail-import-failed-sentence = L’importation depuis { $connection } dans l’envoi { $name } a échoué.
mail-import-failed-note = Les fichiers déjà importés sont conservés dans l’envoi. Corrigez la cause, puis réessayez.
mail-import-failed-reason = Vous recevez cet e-mail parce que votre adresse a été indiquée au lancement de l’importation.

mail-webhook-failing-subject = Le webhook { $webhook } de { $team } est en échec
mail-webhook-failing-sentence = { $count ->
    [one] Le webhook { $webhook } n’a pas accepté un événement après { $count } tentative.
   *[other] Le webhook { $webhook } n’a pas accepté un événement après { $count } tentatives.
}
mail-webhook-failing-note = L’événement ne sera pas renvoyé automatiquement. Corrigez le destinataire, puis renvoyez l’événement.
mail-webhook-failing-reason = Vous recevez cet e-mail parce que vous êtes propriétaire ou administrateur de l’équipe { $team }. Nous l’envoyons au plus une fois par jour et par webhook.

mail-delivery-ending-subject = { $count ->
    [one] { $count } envoi n’est pas arrivé à { $connection } et sera supprimé
   *[other] { $count } envois ne sont pas arrivés à { $connection } et seront supprimés
}
mail-delivery-ending-sentence = { $count ->
    [one] { $count } envoi pour la connexion { $connection } n’a pas été livré et sera bientôt supprimé.
   *[other] { $count } envois pour la connexion { $connection } n’ont pas été livrés et seront bientôt supprimés.
}
mail-delivery-ending-note = Vérifiez la connexion, ou modifiez l’expiration des envois.
mail-delivery-ending-reason = Vous recevez cet e-mail parce que vous êtes propriétaire ou administrateur de l’équipe { $team }. Nous l’envoyons au plus une fois par jour et par connexion.

mail-delivery-lost-subject = { $count ->
    [one] { $count } envoi a été supprimé avant d’arriver à { $connection }
   *[other] { $count } envois ont été supprimés avant d’arriver à { $connection }
}
mail-delivery-lost-sentence = { $count ->
    [one] { $count } envoi a expiré avant d’être livré à la connexion { $connection }. Vous pouvez le restaurer dans la console pendant encore { $hours } heures.
   *[other] { $count } envois ont expiré avant d’être livrés à la connexion { $connection }. Vous pouvez les restaurer dans la console pendant encore { $hours } heures.
}
mail-delivery-lost-forever = { $count ->
    [one] { $count } envoi a expiré avant d’être livré à la connexion { $connection }. Son contenu n’existe plus.
   *[other] { $count } envois ont expiré avant d’être livrés à la connexion { $connection }. Leur contenu n’existe plus.
}
mail-delivery-lost-note = Vérifiez la connexion. Après avoir restauré un envoi, relancez son transfert.
mail-delivery-lost-reason = Vous recevez cet e-mail parce que vous êtes propriétaire ou administrateur de l’équipe { $team }. Nous l’envoyons au plus une fois par heure et par connexion.

mail-gateway-silent-subject = La passerelle { $connection } de { $team } est hors ligne
mail-gateway-silent-sentence = La passerelle de stockage { $connection } n’a pas contacté le serveur depuis des heures. Les envois qui lui sont destinés attendent son retour.
mail-gateway-silent-note = Vérifiez que son ordinateur est allumé, que l’agent fonctionne et qu’il atteint ce serveur.
mail-gateway-silent-reason = Vous recevez cet e-mail parce que vous êtes propriétaire ou administrateur de l’équipe { $team }. Nous ne le renverrons pas avant le retour de la passerelle.

mail-files-withheld-subject = { $count ->
    [one] { $count } fichier n’a pas été envoyé à { $connection }
   *[other] { $count } fichiers n’ont pas été envoyés à { $connection }
}
mail-files-withheld-sentence = { $count ->
    [one] { $count } fichier d’un envoi n’a pas été transmis à la connexion { $connection }, car il est infecté ou n’a pas pu être analysé.
   *[other] { $count } fichiers d’un envoi n’ont pas été transmis à la connexion { $connection }, car ils sont infectés ou n’ont pas pu être analysés.
}
mail-files-withheld-note = Les fichiers sont toujours dans l’envoi. Vérifiez-les avant de les partager. Dans les paramètres de l’équipe, vous choisissez si les fichiers qui n’ont pas pu être analysés sont retenus.
mail-files-withheld-reason = Vous recevez cet e-mail parce que vous êtes propriétaire ou administrateur de l’équipe { $team }.
