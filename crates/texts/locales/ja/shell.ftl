# What the first HTML of a page says, before and without its script.

shell-logo-of = { $name } のロゴ
shell-logo = ロゴ
shell-console-title = Tonnage
shell-portal-title = { $name } にファイルを送る
shell-download-title = { $sender } さんからのファイル
shell-download-title-plain = ファイルが届いています
shell-password-needed = これらのファイルはパスワードで保護されています。パスワードは送信者から別途届きます。
shell-password = パスワード
shell-password-wrong = パスワードが違います。確認してもう一度お試しください。
shell-download = ダウンロード
shell-more-files = { $count ->
   *[other] ほかに { $count } 個のファイルがあります。表示するにはこのページのスクリプトを許可してください。
}
shell-pages-missing = このプログラムにはページが含まれていません。Node.js 20.19 以降をインストールし、次のコマンドで起動し直してください:
shell-api-works = API はページなしでも動作します。説明はこちら:
shell-portal-unknown-title = このページではファイルを受け付けていません
shell-portal-unknown = このアドレスで受付中のアップロードページはありません。アドレスを確認するか、知らせてくれた方にお尋ねください。
shell-link-unknown-title = このリンクは使えません
shell-link-unknown = リンクが不完全か、差し替えられています。メールからアドレス全体をコピーするか、送信者に新しいリンクを依頼してください。
shell-link-expired-title = これらのファイルはもう利用できません
shell-link-expired = 期限が過ぎて削除されました。送信者に再送を依頼してください。
shell-link-inactive-title = これらのファイルはまだ準備中です
shell-link-inactive = 送信が完了していないか、リンクが取り消されています。しばらくしてから試すか、送信者にお尋ねください。
shell-link-locked-title = ダウンロードの上限に達しました
shell-link-locked = このリンクは送信者が許可した回数まで使われました。新しいリンクを依頼してください。
shell-agent-title = Tonnage エージェント
