// Runs in a page of Safari when its share sheet opens Intray: title, address and selection, and nothing else.
// The class and the name of the variable are Apple's (App Extension Programming Guide, "Accessing a Webpage").
var Page = function () {};

Page.prototype = {
  run: function (parameters) {
    parameters.completionFunction({
      title: document.title,
      url: document.URL,
      selection: String(window.getSelection() || ""),
    });
  },
};

var ExtensionPreprocessingJS = new Page();
